/** Samples a value periodically until it is stopped. */
export function sampleOverTime(everyMs: number, look: () => number) {
  const from = performance.now();
  const samples: [seconds: number, value: number][] = [];
  const timer = setInterval(() => samples.push([(performance.now() - from) / 1000, look()]), everyMs);
  return {
    stop(): readonly (readonly [seconds: number, value: number])[] {
      clearInterval(timer);
      return samples;
    },
  };
}
