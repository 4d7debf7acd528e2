/** Words of the service about the sensitivity for a wearer and about shake tests, which have no code. */
export const wearerPhrases = {
  reworded: (phrase: string): string => phrase,
} as const;
