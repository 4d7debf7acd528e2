const REWORDED: Readonly<Record<string, string>> = {
  'must start with https://': 'Use an address that starts with https://',
};

/** Messages of the service about a field, which have no code. */
export const fieldErrors = {
  reworded: (message: string): string => REWORDED[message] ?? message,
} as const;
