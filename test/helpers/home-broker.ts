import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { eventually, inTime } from './eventually.ts';

const PATHS = `${process.env.PATH}:/usr/sbin`;
const present = spawnSync('mosquitto', ['-h'], { env: { PATH: PATHS } }).error === undefined;

/** For a test's `skip`: in CI, where Mosquitto is expected, a missing one fails the test instead. */
export const WITHOUT_MOSQUITTO: string | false =
  present || process.env.CI === 'true' ? false : 'needs mosquitto on the PATH';

export interface HomeBroker {
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it again on the same port, without its retained messages. */
  start(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  close(): Promise<void>;
}

/** A real Mosquitto, as a home has it. */
export async function startHomeBroker(): Promise<HomeBroker> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'vigil-broker-'));
  const settings = join(folder, 'mosquitto.conf');
  await writeFile(settings, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn('mosquitto', ['-c', settings], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: PATHS },
    });
    child = started;
    const ready = new Promise<void>((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`mosquitto ended with ${code}`)));
      started.stderr.on('data', (chunk: Buffer) => {
        if (chunk.includes(' running')) resolve();
      });
    });
    await inTime('mosquitto is ready', ready);
  }

  async function stop(): Promise<void> {
    if (child === undefined) return;
    const ending = child;
    child = undefined;
    const gone = once(ending, 'exit');
    ending.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    url: `mqtt://127.0.0.1:${port}`,
    start,
    stop,
    signal: (signal) => void child?.kill(signal),
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A smart home on the broker: what Home Assistant would see. */
export interface Ear {
  readonly client: MqttClient;
  /** The retained messages; removed ones are missing. */
  readonly retained: ReadonlyMap<string, string>;
  says(topic: string, payload: string): Promise<void>;
  close(): Promise<void>;
}

export async function listenAt(url: string): Promise<Ear> {
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
    says: (topic, payload) =>
      eventually(
        `${topic} says ${payload}, not ${retained.get(topic)}`,
        () => retained.get(topic) === payload,
      ),
    close: () => client.endAsync(true),
  };
}
