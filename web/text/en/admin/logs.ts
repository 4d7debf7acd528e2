export const logs = {
  title: 'Audit log',
} as const;
