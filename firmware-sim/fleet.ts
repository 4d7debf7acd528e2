import type { Clock } from '../client/clock.ts';
import { macAddressOf, type Owner } from './accounts.ts';
import { runDevice } from './device.ts';
import type { Second } from './motion/sample.ts';
import type { Random } from './random.ts';
import type { Press } from './response/habits.ts';
import type { PressedAnswer, Tally } from './tally.ts';
import { type Delays, delayed } from './transports/delay.ts';
import type { OpenLink } from './transports/link.ts';
import { type Make, wear } from './wearable.ts';

export interface FleetOptions {
  readonly owners: readonly Owner[];
  readonly devices: number;
  readonly seconds: number;
  readonly secondMs: number;
  readonly makeOf: (device: number) => Make;
  readonly delays: Delays;
  readonly openLink: OpenLink;
  /** The activity of this device's wearer, from the first second on. */
  readonly lifeOf: (device: number, random: Random) => Iterable<Second>;
  /** The wearer's reaction to a fall that the wearable has detected. */
  readonly pressOf: (wearer: Owner, random: Random) => Press | undefined;
  readonly onPressed?: (wearer: Owner, press: PressedAnswer) => void;
  readonly random: Random;
  readonly tally: Tally;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Runs all wearables, spread over the second so that they do not send at the same moment. */
export async function runFleet(options: FleetOptions): Promise<void> {
  const { owners, devices, seconds, secondMs, tally, clock, signal } = options;
  const startAt = clock.steady() + 50;
  await Promise.all(
    Array.from({ length: devices }, (_, number) => {
      const owner = owners[number % owners.length];
      if (owner === undefined) throw new Error('a wearable without an owner');
      const macAddress = macAddressOf(owner, Math.floor(number / owners.length));
      const own = { number, owner, macAddress, acknowledged: [] };
      const random = options.random.fork(`device ${number}`);
      const answers = random.fork('answers');
      tally.devices.push(own);
      return runDevice({
        link: delayed(options.openLink({ macAddress, owner }), {
          ...options.delays,
          random: random.fork('network'),
          clock,
          secondMs,
        }),
        messages: wear(options.lifeOf(number, random), {
          macAddress,
          random,
          make: options.makeOf(number),
        }),
        own,
        tally,
        pressOf: () => options.pressOf(owner, answers),
        onPressed: (press) => options.onPressed?.(owner, press),
        clock,
        startAt: startAt + (number / devices) * secondMs,
        secondMs,
        count: seconds,
        signal,
      });
    }),
  );
}
