/** Logit and confidence, both ascending. */
export type Knots = readonly (readonly [logit: number, confidence: number])[];

/**
 * Interpolates linearly between knots. Training places the knots where a measured share of the activities of held-out
 * people reaches each level, so that a level means the same for either network.
 */
export function confidenceAt(knots: Knots, logit: number): number {
  let [lowLogit, low] = knots[0] ?? [0, 0];
  if (!(logit > lowLogit)) return low;
  for (const [highLogit, high] of knots) {
    if (logit <= highLogit)
      return highLogit > lowLogit ? low + ((high - low) * (logit - lowLogit)) / (highLogit - lowLogit) : high;
    lowLogit = highLogit;
    low = high;
  }
  return low;
}
