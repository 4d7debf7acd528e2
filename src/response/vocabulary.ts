export const STEP_TARGETS = ['on_duty', 'assigned', 'admins'] as const;

export type StepTarget = (typeof STEP_TARGETS)[number];

export const FALL_SOURCES = ['STREAM', 'REPORT', 'HELP_BUTTON'] as const;

/** A wearable's readings, a person's report, or the wearer's own call for help. */
export type FallSource = (typeof FALL_SOURCES)[number];

export const RESOLUTIONS = ['HELPED', 'NO_HELP_NEEDED', 'FALSE_ALARM'] as const;

/** The types that a timeline shows; the log also keeps the escalation steps. */
export const TIMELINE_TYPES = [
  'detected',
  'risen',
  'told',
  'claimed',
  'released',
  'expired',
  'offered',
  'resolved',
  'cancelled',
] as const;
