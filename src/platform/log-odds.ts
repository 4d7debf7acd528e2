/** Confidences are moved in log-odds: the same step changes a middling one more than a sure one. */
export const logOdds = (p: number): number => Math.log(p / (1 - p));

export const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
