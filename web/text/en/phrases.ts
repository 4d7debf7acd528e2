/** Words of the service about movements, wearables and tests, which have no code. */
export const phrases = {
  reworded: (phrase: string): string => phrase,
} as const;
