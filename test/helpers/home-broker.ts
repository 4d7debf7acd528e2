import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { eventually } from './eventually.ts';
import { type Program, startProgram } from './program.ts';

const PATHS = `${process.env.PATH}:/usr/sbin`;
const present = spawnSync('mosquitto', ['-h'], { env: { PATH: PATHS } }).error === undefined;

/** For a test's `skip`: in CI, where Mosquitto is expected, a missing one fails the test instead. */
export const WITHOUT_MOSQUITTO: string | false =
  present || process.env.CI === 'true' ? false : 'needs mosquitto on the PATH';

/** After a stop it starts on the same port, without its retained messages. */
export interface HomeBroker extends Program {
  readonly url: string;
  close(): Promise<void>;
}

/** A real Mosquitto, as a home has it. */
export async function startHomeBroker(): Promise<HomeBroker> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vigil-broker-'));
  const settings = join(folder, 'mosquitto.conf');
  await writeFile(settings, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  const program = await startProgram('mosquitto', ['-c', settings], { path: PATHS, ready: ' running' });
  return {
    url: `mqtt://127.0.0.1:${port}`,
    ...program,
    async close() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A smart home on the broker: what Home Assistant would see. */
export interface Subscriber {
  readonly client: MqttClient;
  /** The retained messages; removed ones are missing. */
  readonly retained: ReadonlyMap<string, string>;
  shows(topic: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

export async function listenAt(url: string): Promise<Subscriber> {
  const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 100 });
  const retained = new Map<string, string>();
  client.on('message', (topic, payload) => {
    if (payload.length === 0) retained.delete(topic);
    else retained.set(topic, payload.toString());
  });
  await client.subscribeAsync(['vigil/#', 'homeassistant/#'], { qos: 1 });
  return {
    client,
    retained,
    shows: (topic, payload) =>
      eventually(
        `${topic} says ${payload}, not ${retained.get(topic)}`,
        () => retained.get(topic) === payload,
      ),
    close: () => client.endAsync(true),
  };
}
