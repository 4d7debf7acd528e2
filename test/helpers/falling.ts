import { readingOf, type Sends } from '../../client/hold.ts';
import { ACTIVITIES } from '../../firmware-sim/motion/activities.ts';
import { createBody, type Moment } from '../../firmware-sim/motion/body.ts';
import { FROM_STANDING, fall } from '../../firmware-sim/motion/falls.ts';
import { RATE_HZ } from '../../firmware-sim/motion/sample.ts';
import { createRandom } from '../../firmware-sim/random.ts';

/** A reading without its device. */
type Second = ReturnType<typeof readingOf> & object;

export interface FallingWearer {
  /** One reading per second: walking, a fall, and lying still. */
  readonly seconds: readonly Second[];
  /** The second of the blow. */
  readonly blowAt: number;
}

const WALKING_S = 16;
const STILL_S = 12;

/** A simulated wearer who walks, falls and stays on the floor; the same for the same seed. */
export function fallingWearer(seed: number, sends: Sends = 'reading', walkingS = WALKING_S): FallingWearer {
  const random = createRandom(`falling ${seed}`);
  const body = createBody(random);
  const moments: Moment[] = [
    ...ACTIVITIES.walk(body, walkingS + random.between(0, 1)),
    ...fall(body, random.pick(Object.keys(FROM_STANDING)), STILL_S),
  ];
  const seconds: Second[] = [];
  let blowAt = -1;
  for (let from = 0; from + RATE_HZ <= moments.length; from += RATE_HZ) {
    const second = moments.slice(from, from + RATE_HZ);
    if (second.some((moment) => moment.fall !== undefined)) blowAt = seconds.length;
    const beside = { device_id: '', uptime_ms: 1_000_000 + seconds.length * 1000 };
    seconds.push(
      readingOf(
        second.map(({ sample }) => sample),
        beside,
        sends,
      ),
    );
  }
  return { seconds, blowAt };
}
