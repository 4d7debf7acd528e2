import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { VerificationVerdict } from '../../response/vocabulary.ts';
import { logOddsOfRise } from './evidence.ts';
import type { FollowedReading } from './ring.ts';
import { createVerifyInput, VERIFY_INPUTS, type VerifyInput } from './verify-input.ts';
import { type DetectorWeights, WEIGHTS } from './weights.ts';

/** Without a reading in so many seconds before the verification there is no signal. */
const SIGNAL_S = 5;

/**
 * Judges a fall again, about ten seconds after its impact, by what came before it, the impact and what follows. `impactMs`
 * is the time of the reading that has the impact. Takes up to a millisecond: it runs once a fall.
 */
export type Verify = (
  readings: readonly FollowedReading[],
  impactMs: number,
  untilMs: number,
) => VerificationVerdict;

const Weights = Type.Object({
  bias: Type.Number(),
  weights: Type.Array(Type.Number(), { minItems: VERIFY_INPUTS, maxItems: VERIFY_INPUTS }),
});
/**
 * By network; `detector` is the version of the weights whose judgements they weigh. detector/train-verifier.ts writes it. A
 * fall stands if the weighted sum is above 0.
 */
const VerifierWeights = Type.Object({
  detector: Type.String(),
  reading: Weights,
  samples: Weights,
  'reading-nogyro': Weights,
  'samples-nogyro': Weights,
});
export type VerifierWeights = Type.Static<typeof VerifierWeights>;

export function createVerifier(
  detector: DetectorWeights = WEIGHTS,
  verifier: VerifierWeights = VERIFIER_WEIGHTS,
): Verify {
  const input = createVerifyInput(detector);
  return (readings, impactMs, untilMs) => {
    const newest = readings.findLast(({ timeMs }) => timeMs <= untilMs);
    const heardSince = Math.max(impactMs, untilMs - 1000 * SIGNAL_S);
    if (newest === undefined || newest.timeMs <= heardSince) return 'stands';
    const found = input(readings, impactMs, untilMs);
    return found === undefined || weigh(verifier, found) > 0 ? 'stands' : 'moved_on';
  };
}

function weigh(verifier: VerifierWeights, { network, values, pressureRise }: VerifyInput): number {
  const { bias, weights } = verifier[network];
  return weights.reduce(
    (sum, weight, i) => sum + weight * (values[i] ?? 0),
    bias + logOddsOfRise(pressureRise),
  );
}

export function parseVerifier(content: unknown): VerifierWeights {
  if (!Value.Check(VerifierWeights, content)) throw new Error('not a file of verifier weights');
  return content;
}

/** The weights that ship with Vigil. */
const VERIFIER_WEIGHTS = parseVerifier(
  JSON.parse(readFileSync(new URL('./verify-weights.json', import.meta.url), 'utf8')),
);
