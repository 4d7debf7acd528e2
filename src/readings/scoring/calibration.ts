/** Logit and confidence, both rising. */
export type Knots = readonly (readonly [logit: number, confidence: number])[];

/**
 * A line from knot to knot. Training puts the knots where a measured share of the activities of people left out reaches
 * each level, so that a level means the same whichever network speaks.
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
