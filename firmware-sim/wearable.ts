import { adaptiveHold, type SampleRow, sampleRows } from './hold.ts';
import { magnitude, type Second } from './motion/sample.ts';
import type { Random } from './random.ts';
import { createVitals, type Vitals } from './vitals.ts';

/** A sensor reading as it is sent: docs/contract.md, "Readings". */
export interface Reading extends Vitals {
  readonly device_id: string;
  readonly accel_x: number;
  readonly accel_y: number;
  readonly accel_z: number;
  readonly gyro_x: number;
  readonly gyro_y: number;
  readonly gyro_z: number;
  readonly uptime_ms: number;
  readonly wifi_connected: boolean;
  readonly bluetooth_connected: boolean;
  readonly sensors_initialized: boolean;
  readonly firmware_version: string;
  readonly samples?: readonly SampleRow[];
}

/** One second of a wearable: what it would send, and what the simulator knows about it. */
export interface Message {
  readonly reading: Reading;
  /** |a| of the reading, by which it is recognised when read back. */
  readonly magnitude: number;
  readonly fall: string | undefined;
  readonly online: boolean;
}

const FIRMWARE = '1.4.2';

/** The firmware without I/O: seconds of motion in, one message per second out. */
export function* wear(
  life: Iterable<Second>,
  { macAddress, random, withSamples }: { macAddress: string; random: Random; withSamples: boolean },
): Generator<Message, void, undefined> {
  const vitals = createVitals(random.fork('vitals'));
  let uptime = random.whole(5_000, 500_000_000);
  for (const second of life) {
    const sample = adaptiveHold(second.samples);
    const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = sample;
    uptime += 1000;
    const reading = {
      device_id: macAddress,
      accel_x,
      accel_y,
      accel_z,
      gyro_x,
      gyro_y,
      gyro_z,
      uptime_ms: uptime,
      ...vitals(second.activity),
      wifi_connected: second.online,
      bluetooth_connected: false,
      sensors_initialized: true,
      firmware_version: FIRMWARE,
      ...(withSamples && { samples: sampleRows(second.samples) }),
    };
    yield { reading, magnitude: magnitude(sample), fall: second.fall, online: second.online };
  }
}
