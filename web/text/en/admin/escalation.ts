export const escalation = {
  title: 'Escalation',
} as const;
