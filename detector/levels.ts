/** docs/contract.md, "Fall levels": the levels, and when a confidence reaches one. */
export const LEVELS = ['SUSPICIOUS', 'POTENTIAL', 'HIGH', 'CONFIRMED'] as const;
export type Level = (typeof LEVELS)[number];
export const REACHES: Readonly<Record<Level, (confidence: number) => boolean>> = {
  SUSPICIOUS: (confidence) => confidence > 0.3,
  POTENTIAL: (confidence) => confidence > 0.5,
  HIGH: (confidence) => confidence > 0.7,
  CONFIRMED: (confidence) => confidence >= 0.9,
};
