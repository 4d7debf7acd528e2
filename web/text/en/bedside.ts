export const bedside = {
  injury: 'Hurt?',
  injuries: { NONE: 'No', MINOR: 'Slightly', SERIOUS: 'Badly' },
  location: 'Where were they?',
  /** Saved in the incident report as they stand here. */
  places: ['Bed', 'Bathroom', 'Room', 'Corridor', 'Dining room', 'Outside'] as readonly string[],
  doctor: 'Doctor informed?',
  family: 'Family informed?',
  yes: 'Yes',
  no: 'No',
  replaces: (before: string): string => `Replaces in the incident report: ${before}`,
  later: 'The incident report did not load. You can fill it in later.',
} as const;
