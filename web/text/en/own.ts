export const own = {
  title: 'My page',
} as const;
