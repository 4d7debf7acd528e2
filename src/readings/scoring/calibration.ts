/** Points of a curve, ascending by the first value. Those of a network are logit and confidence. */
export type Knots = readonly (readonly [at: number, value: number])[];

/**
 * Interpolates linearly between knots, and is flat beyond them; what cannot be placed (NaN) is before the first. Training
 * places the knots of a network where a measured share of the activities of held-out people reaches each level, so that a
 * level means the same for either network.
 */
export function valueAt(knots: Knots, at: number): number {
  let [lowAt, low] = knots[0] ?? [0, 0];
  if (!(at > lowAt)) return low;
  for (const [highAt, high] of knots) {
    if (at <= highAt) return highAt > lowAt ? low + ((high - low) * (at - lowAt)) / (highAt - lowAt) : high;
    lowAt = highAt;
    low = high;
  }
  return low;
}
