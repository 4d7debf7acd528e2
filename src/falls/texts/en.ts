import type { FallSource, ResponseOutcome } from '../../response/vocabulary.ts';

const sources: Readonly<Record<FallSource, string>> = {
  STREAM: 'Wearable',
  REPORT: 'Report',
  HELP_BUTTON: 'Help button',
  CHECK_IN: 'Missed check-in',
  SENSOR: 'Sensor',
};

const outcomes: Readonly<Record<ResponseOutcome, string>> = {
  HELPED: 'Helped',
  NO_HELP_NEEDED: 'No help needed',
  FALSE_ALARM: 'False alarm',
  CANCELLED_BY_PATIENT: 'Cancelled by the patient',
  MOVED_ON: 'Moved on by themselves',
};

export const en = {
  /** Names of the groups of a report. */
  report: {
    total: 'Total',
    withoutWard: 'No ward',
    withoutRoom: 'No room',
    withoutOutcome: 'No outcome',
    sources,
    outcomes,
  },
};

export type FallTexts = typeof en;
