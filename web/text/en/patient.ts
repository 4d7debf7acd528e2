export const patient = {
  title: 'Patient',
} as const;
