import { assign, seedCaregivers } from '../caregivers.ts';
import { compiled } from '../machine/compiled.ts';
import { freePort } from '../machine/free-port.ts';
import { type RunningRedis, startRedis } from '../machine/redis.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { openWire, type Wire } from '../machine/wire.ts';
import { DEVICES_PER_USER, type SeededDevice, seedDevices } from '../seed.ts';
import { Ledger } from './ledger.ts';
import { startWatcher, type Watcher } from './watcher.ts';
import { startHttpWearable, startMqttWearable, startSocketWearable, type Wearable } from './wearables.ts';

/** A service in use whose connections and processes can be made to fail. */
export interface Home {
  /** Direct connection, for checks of the table. */
  readonly databaseUrl: string;
  readonly databaseWire: Wire;
  /** Connection of the wearables over MQTT. */
  readonly mqttWire: Wire;
  readonly redis: RunningRedis | undefined;
  /** The instance that the wearables connect to; a new one replaces it after a kill. */
  instance(): RunningVigil;
  killAndRestart(): Promise<void>;
  readonly ledger: Ledger;
  readonly watcher: Watcher;
  readonly wearables: readonly Wearable[];
  /** Wearables that send only on demand. */
  readonly spare: readonly SeededDevice[];
  stop(): Promise<void>;
}

const SPARE = 100;

/**
 *   wearables ──wire──► instance ──wire──► PostgreSQL of a Vigil without faults
 *                          │ Redis
 *   caregiver ─────────► second instance
 */
export async function openHome(perTransport: number): Promise<Home> {
  const host = await startVigil();
  const databaseWire = await openWire(Number(new URL(host.databaseUrl).port));
  const database = new URL(host.databaseUrl);
  database.port = String(databaseWire.port);
  const redis = await startRedis();
  const env = {
    DATABASE_URL: database.href,
    // The send schedule is part of the test.
    STREAM_INTERVAL_MS: '1000',
    ...(redis && { REDIS_URL: redis.url }),
  };
  // Chosen in advance, because clients reconnect to them after a restart.
  const ports = { PORT: await freePort(), MQTT_PORT: await freePort() };
  const start = () =>
    startVigil({ ...env, ...ports }, ['--import', `./${compiled('loadtest/machine/clock-step.ts')}`]);
  let instance = await start();
  const second = redis === undefined ? undefined : await startVigil(env);
  const mqttWire = await openWire(Number(ports.MQTT_PORT));

  const owners = 3 * perTransport;
  const devices = await seedDevices(host.databaseUrl, owners * DEVICES_PER_USER + SPARE);
  // One device per owner, so that a fall can be identified by its patient.
  const worn = Array.from({ length: owners }, (_, i) => devices[i * DEVICES_PER_USER]).filter(
    (device) => device !== undefined,
  );
  const [caregiver] = await seedCaregivers(host.databaseUrl, 1);
  if (caregiver === undefined) throw new Error('there is no caregiver');
  const pairs = worn.map(({ userId }) => ({ caregiverId: caregiver.id, patientId: userId }));
  await assign(host.databaseUrl, pairs);

  const ledger = new Ledger();
  const wearables = worn.map((device, i): Wearable => {
    if (i % 3 === 0) return startMqttWearable(mqttWire.port, device, ledger);
    if (i % 3 === 1) return startHttpWearable(() => instance.url, device, ledger);
    return startSocketWearable(() => instance.port, device, ledger);
  });
  const watcher = startWatcher(() => (second ?? instance).port, caregiver);
  return {
    databaseUrl: host.databaseUrl,
    databaseWire,
    mqttWire,
    redis,
    instance: () => instance,
    async killAndRestart() {
      process.kill(instance.pid, 'SIGKILL');
      await instance.stop();
      instance = await start();
    },
    ledger,
    watcher,
    wearables,
    spare: devices.slice(-SPARE),
    async stop() {
      watcher.stop();
      await Promise.all(wearables.map((wearable) => wearable.stop()));
    },
  };
}
