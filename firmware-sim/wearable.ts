import { magnitudeOf, type Reading, readingOf } from '../client/hold.ts';
import type { Second } from './motion/sample.ts';
import type { Random } from './random.ts';
import { createVitals, type Vitals } from './vitals.ts';

/** One second of a wearable: its message, and what the simulator knows about it. */
export interface Message {
  readonly reading: Reading & Vitals;
  /** |a| of the reading, which identifies it when it is read back. */
  readonly magnitude: number;
  readonly fall: string | undefined;
  readonly online: boolean;
}

const FIRMWARE = '1.4.2';

/** The firmware without I/O: takes seconds of motion, yields one message per second. */
export function* wear(
  life: Iterable<Second>,
  { macAddress, random, withSamples }: { macAddress: string; random: Random; withSamples: boolean },
): Generator<Message, void, undefined> {
  const vitals = createVitals(random.fork('vitals'));
  let uptime = random.whole(5_000, 500_000_000);
  for (const second of life) {
    uptime += 1000;
    const beside = {
      device_id: macAddress,
      uptime_ms: uptime,
      ...vitals(second.activity),
      wifi_connected: second.online,
      bluetooth_connected: false,
      sensors_initialized: true,
      firmware_version: FIRMWARE,
    };
    const reading = readingOf(second.samples, beside, withSamples);
    yield { reading, magnitude: magnitudeOf(reading), fall: second.fall, online: second.online };
  }
}
