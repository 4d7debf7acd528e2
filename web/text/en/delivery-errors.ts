/** Words of the service about messages that could not be delivered, which have no code. */
export const deliveryErrors = {
  reworded: (phrase: string): string => phrase,
} as const;
