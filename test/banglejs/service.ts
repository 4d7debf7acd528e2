import { after } from 'node:test';
import { ACTIVITIES } from '../../firmware-sim/motion/activities.ts';
import { createBody } from '../../firmware-sim/motion/body.ts';
import { FROM_STANDING, fall } from '../../firmware-sim/motion/falls.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { standingClock, startTestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { makeKey } from '../updates/firmware.ts';
import { type HttpRequest, Watch } from './watch.ts';

/** A service whose clock is the watch's. */
export const firmware = makeKey();
export const app = await startTestApp({ FIRMWARE_PUBLIC_KEY: firmware.setting }, { now: standingClock() });
after(() => app.close());
export const admin = await logInAsAdmin(app);

export type Vector = readonly [number, number, number];

export const REST: Vector = [0.2, -1.1, 9.7];

/** Walks, falls, and lies still: at 25 Hz. */
export function fallingSamples(seed: number): Vector[] {
  const random = createRandom(`wrist ${seed}`);
  const body = createBody(random);
  const kind = random.pick(Object.keys(FROM_STANDING));
  const moments = [...ACTIVITIES.walk(body, 12), ...fall(body, kind, 12)];
  return moments.filter((_, i) => i % 2 === 0).map(({ sample: [x, y, z] }): Vector => [x, y, z]);
}

export interface Worn {
  readonly watch: Watch;
  readonly wearer: Person;
  readonly caregiver: Person;
  readonly device: { readonly id: string; readonly mac: string; readonly token: string };
  readonly requests: HttpRequest[];
  /** The service's network, apart from Bluetooth. */
  isUp: boolean;
}

export async function send({ url, method, headers, body }: HttpRequest) {
  const reply = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: reply.status, text: await reply.text() };
}

export async function wornWatch(config: object = {}): Promise<Worn> {
  const wearer = await signUp(app);
  const caregiver = await signUp(app, 'CAREGIVER');
  await assign(app, caregiver, wearer);
  const mac = randomMac();
  const { body } = await app.call('POST', `/patients/${wearer.id}/devices`, {
    token: admin.token,
    body: { macAddress: mac },
  });
  const device = { id: body.data.id, mac, token: body.data.token };
  const requests: HttpRequest[] = [];
  const watch = new Watch(async (request) => {
    requests.push(request);
    return worn.isUp ? await send(request) : undefined;
  });
  const worn: Worn = { watch, wearer, caregiver, device, requests, isUp: true };
  watch.nowMs = app.clock.now();
  watch.passed = (ms) => app.clock.advance(ms);
  watch.configure({ broker: null, mac, token: device.token, url: app.url.replace(/\/api$/, ''), ...config });
  watch.restart();
  return worn;
}

export async function play(watch: Watch, samples: readonly Vector[]): Promise<void> {
  for (const [x, y, z] of samples) {
    watch.accel(x, y, z);
    await watch.pass(40);
  }
}

export const rest = (watch: Watch, seconds: number): Promise<void> =>
  play(
    watch,
    Array.from({ length: seconds * 25 }, () => REST),
  );

/** For hours: fewer samples than the sensor gives. */
export async function coarseRest(watch: Watch, seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 5; i++) {
    watch.accel(...REST);
    await watch.pass(200);
  }
}
