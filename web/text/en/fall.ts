export const fall = {
  title: 'Fall',
} as const;
