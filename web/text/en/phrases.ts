/** Words of the service about movements, wearables, tests and deliveries, which have no code. */
export const phrases = {
  reworded: (phrase: string): string => phrase,
} as const;
