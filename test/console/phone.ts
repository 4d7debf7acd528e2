import { readFile } from 'node:fs/promises';
import type { CDPSession, Page } from 'playwright-core';
import { pause } from '../../client/waiting.ts';
import { fragmentOf } from '../../web/wear/code.ts';
import type { TestApp } from '../helpers/app.ts';
import type { Person } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac } from '../helpers/readings.ts';

/** ax, ay, az in m/s², gx, gy, gz in °/s. */
export type Felt = readonly [number, number, number, number, number, number];

/** The motion sensors of a phone, played by the test. */
export interface VirtualSensor {
  feel(sample: Felt): Promise<void>;
  /** In real time, each sample at its own time; the sensor of the browser samples them at 60 Hz. Then the last one stays. */
  play(samples: readonly Felt[], rateHz: number): Promise<void>;
}

/** What a browser's user allows a page that reads the motion sensor. */
export const MOTION = ['accelerometer', 'gyroscope'];

export const AT_REST: Felt = [0.5, 0.3, 9.8, 0.2, 0.1, 0];

const TYPES = ['accelerometer', 'linear-acceleration', 'gyroscope'] as const;
const RADIANS = Math.PI / 180;

/** Chromium sends DeviceMotion events if it has these three; without the gyroscope, events without a rotation. */
export async function virtualSensor(page: Page, { gyro = true } = {}): Promise<VirtualSensor> {
  const session = await page.context().newCDPSession(page);
  for (const type of TYPES)
    await session.send('Emulation.setSensorOverrideEnabled', {
      enabled: true,
      type,
      metadata: { available: gyro || type !== 'gyroscope', minimumFrequency: 1, maximumFrequency: 200 },
    });
  await set(session, 'linear-acceleration', [0, 0, 0]);
  const feel = async ([ax, ay, az, gx, gy, gz]: Felt) => {
    await Promise.all([
      set(session, 'accelerometer', [ax, ay, az]),
      gyro && set(session, 'gyroscope', [gx * RADIANS, gy * RADIANS, gz * RADIANS]),
    ]);
  };
  await feel(AT_REST);
  return {
    feel,
    async play(samples, rateHz) {
      const begin = performance.now();
      for (const [place, sample] of samples.entries()) {
        const wait = begin + (1000 * place) / rateHz - performance.now();
        // A recording has a time for each sample.
        if (wait > 1) await pause(wait);
        await feel(sample);
      }
    },
  };
}

const set = (
  session: CDPSession,
  type: (typeof TYPES)[number],
  [x, y, z]: readonly [number, number, number],
): Promise<unknown> =>
  session.send('Emulation.setSensorOverrideReadings', { type, reading: { xyz: { x, y, z } } });

/** docs/firmware/fall.txt: a person who walks, falls at 5.4 s and lies still, at 50 Hz. */
export async function simulatedFall(): Promise<readonly Felt[]> {
  const text = await readFile(inProject('docs', 'firmware', 'fall.txt'), 'utf8');
  return text
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(' ').map(Number).slice(1) as unknown as Felt);
}

export interface PhoneCode {
  readonly deviceId: string;
  readonly mac: string;
  readonly token: string;
  /** The path that its QR code opens. */
  readonly path: string;
}

/** Registers a wearable, and writes its code as the console does. */
export async function registerPhone(app: TestApp, { id, token }: Person): Promise<PhoneCode> {
  const mac = randomMac();
  const { status, body } = await app.call('POST', `/patients/${id}/devices`, {
    token,
    body: { macAddress: mac },
  });
  if (status !== 201) throw new Error(`the registration was answered ${status} ${JSON.stringify(body)}`);
  const code = { broker: null, mac, token: body.data.token as string };
  return { ...code, deviceId: body.data.id, path: `/wear#${fragmentOf(code)}` };
}
