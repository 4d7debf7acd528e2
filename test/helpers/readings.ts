import { randomBytes } from 'node:crypto';
import { scoreSingle } from '../../src/readings/scoring/score.ts';
import type { Response, TestApp } from './app.ts';
import type { Person } from './people.ts';

export interface Reading {
  readonly device_id: string;
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x: number;
  readonly gyro_y: number;
  readonly gyro_z: number;
  readonly uptime_ms: number;
}

/** Random only to be unique; no result depends on its value. */
export const randomMac = (): string =>
  [...randomBytes(6)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');

const reading =
  (accel: readonly [number, number, number], gyro: readonly [number, number, number]) =>
  (device_id: string, more: object = {}): Reading => ({
    device_id,
    accel_x: accel[0],
    accel_y: accel[1],
    accel_z: accel[2],
    gyro_x: gyro[0],
    gyro_y: gyro[1],
    gyro_z: gyro[2],
    uptime_ms: 3_600_000,
    ...more,
  });

/** The three readings named in docs/contract.md, "Scoring". */
export const resting = reading([0.5, 0.3, 9.8], [0.1, 0.2, -0.05]);
export const stumble = reading([-2.5, -3, 8], [100, 80, 50]);
export const severe = reading([-15, -12, -5], [500, 450, -300]);
/** An impact so hard that it is a fall in any context. */
export const violent = reading([60, 50, 40], [700, 600, 500]);

/** After so long without readings, a blow is judged by itself again. */
export const APART_MS = 16_000;

const TARGETS = { SUSPICIOUS: 0.4, POTENTIAL: 0.6, HIGH: 0.8 } as const;

/** An impact that gives a device without history about this confidence, whatever the rule's constants are. */
function blowNear(confidence: number): ReturnType<typeof reading> {
  let [least, most] = [0, 2000];
  for (let i = 0; i < 40; i++) {
    const middle = (least + most) / 2;
    if (scoreSingle(0, 0, 30, middle, 0, 0) < confidence) least = middle;
    else most = middle;
  }
  return reading([0, 0, 30], [most, 0, 0]);
}

/** No single reading is CONFIRMED: `streamConfirmedFall`. */
export const blowOf = {
  SUSPICIOUS: blowNear(TARGETS.SUSPICIOUS),
  POTENTIAL: blowNear(TARGETS.POTENTIAL),
  HIGH: blowNear(TARGETS.HIGH),
};

export const send = (
  app: Pick<TestApp, 'call'>,
  person: Pick<Person, 'token'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => app.call('POST', '/device/sensor-stream', { token: person.token, body, headers });

/** Sends a reading and returns `data`; any status but 200 fails the test. */
export async function stream(
  app: Pick<TestApp, 'call'>,
  person: Pick<Person, 'token'>,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response['body']> {
  const { status, body: answer } = await send(app, person, body, headers);
  if (status !== 200) throw new Error(`a reading was answered ${status} ${JSON.stringify(answer)}`);
  return answer.data;
}
