/** Words of the service on the board, about signs of a fall and in alerts, which have no code. */
export const phrases = {
  reworded: (phrase: string): string => phrase,
} as const;
