import { magnitudeOf, type Reading, readingOf, type Sends } from '../client/hold.ts';
import type { Sample, Second, Vector } from './motion/sample.ts';
import { SENSORS, type Sensor, sensed } from './motion/sensor.ts';
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

export const SENDING: readonly Sends[] = ['reading', 'parts', 'samples'];

/** What is built into a wearable: its sensor, and what its firmware sends. */
export interface Make {
  readonly sensor: Sensor;
  readonly hasGyro: boolean;
  readonly isCharging: boolean;
  readonly send: Sends;
}

export const USUAL_MAKE: Make = { sensor: SENSORS.good, hasGyro: true, isCharging: false, send: 'parts' };

/** The firmware without I/O: takes seconds of motion, yields one message per second. */
export function* wear(
  life: Iterable<Second>,
  { macAddress, random, make }: { macAddress: string; random: Random; make: Make },
): Generator<Message, void, undefined> {
  const vitals = createVitals(random.fork('vitals'));
  let uptime = random.whole(5_000, 500_000_000);
  for (const second of sensed(life, make.sensor)) {
    uptime += 1000;
    const beside = {
      device_id: macAddress,
      uptime_ms: uptime,
      ...vitals(second.activity),
      wifi_connected: second.online,
      bluetooth_connected: false,
      sensors_initialized: true,
      ...(make.isCharging && { charging: true }),
      firmware_version: FIRMWARE,
    };
    const reading = readingOf(
      make.hasGyro ? second.samples : second.samples.map(withoutGyro),
      beside,
      make.send,
    );
    yield { reading, magnitude: magnitudeOf(reading), fall: second.fall, online: second.online };
  }
}

const withoutGyro = ([x, y, z]: Sample): Vector => [x, y, z];
