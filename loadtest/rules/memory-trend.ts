/** Mean of the last third of the samples divided by the mean of the second; the first third is warm-up. */
export function laterGrowth(samples: readonly number[]): number {
  const third = Math.floor(samples.length / 3);
  if (third === 0) return 1;
  const mean = (some: readonly number[]): number => some.reduce((sum, value) => sum + value, 0) / some.length;
  return mean(samples.slice(-third)) / mean(samples.slice(third, 2 * third));
}
