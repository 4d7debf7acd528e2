export const OUTCOMES = ['FALSE_ALARM', 'CONFIRMED'] as const;
