import type { FallLevel } from '../platform/fall-levels.ts';

/** The levels of the falls that alert caregivers: only these are in FHIR. */
export const FALL_LEVEL_CODES = {
  POTENTIAL: 'Likely fall',
  HIGH: 'Fall detected',
  CONFIRMED: 'Emergency: confirmed fall',
} as const satisfies Partial<Record<FallLevel, string>>;

/** What SNOMED CT and LOINC have no code for. */
export const FALL_CODES = {
  'help-call': 'Call for help by the wearer',
  'missed-check-in': 'Check-in that the patient missed',
  'sensor-sign': 'Sign of another sensor that is neither a fall nor a call',
  'fall-response': 'Response to a fall',
  'help-presses': 'Calls for help of the wearer',
  'fall-alert': 'Fall that needs a response',
  confidence: 'Confidence that this is a fall, from 0 to 1',
  'peak-acceleration': 'Highest acceleration of the worst reading, gravity included',
  source: 'Source of the fall',
  outcome: 'Outcome of the response',
  verification: 'Judgement of a detected fall by what followed the impact',
  'seconds-to-claim': 'Time from the fall to the first claim',
  STREAM: "Source: a wearable's readings",
  REPORT: 'Source: a report by a person',
  HELP_BUTTON: "Source: the wearer's call for help",
  CHECK_IN: 'Source: a missed check-in',
  SENSOR: 'Source: another sensor',
  HELPED: 'Outcome: a fall, and the patient needed help',
  NO_HELP_NEEDED: 'Outcome: a fall, and the patient needed no help',
  FALSE_ALARM: 'Outcome: no fall',
  CANCELLED_BY_PATIENT: 'Outcome: called off by the patient',
  MOVED_ON: 'Outcome: the wearer moved on, and no one was called',
  pending: 'Verification: not judged yet',
  stands: 'Verification: what followed looks like a fall, or there is no signal',
  moved_on: 'Verification: the wearer moved on',
} as const;

export type FallCode = keyof typeof FALL_CODES;
