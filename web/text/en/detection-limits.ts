import { plural } from '../words.ts';

const only = 'only if the resident stays down or there is no signal';
const every = 'for every detected fall';

interface Rung {
  readonly rung: number;
  readonly all: number;
}

/** When phones ring for a detected fall: docs/response.md, "Verification" and "Sensitivity". */
export const detectionLimits = {
  title: 'When phones ring',
  about:
    'After an impact, Vigil checks for about ten seconds whether the resident gets up. Boards and stations show and sound every fall at once. Emergencies and calls for help are never held back.',
  change: 'Change when phones ring',
  verify: {
    legend: 'After a detected fall',
    only,
    every,
    on: `Phones ring ${only}.`,
    onHint: 'Fewer false alarms. A resident who falls and walks on is on the board only.',
    off: `Phones ring ${every}.`,
    offHint: 'More false alarms.',
  },
  sensitivity: {
    legend: 'How sure Vigil must be',
    fewer: { label: 'Fewer alerts', short: 'fewer alerts', hint: 'Soft falls may be missed.' },
    standard: { label: 'Standard', short: 'standard', hint: '' },
    more: { label: 'More alerts', short: 'more alerts', hint: 'Finds softer falls, with more false alarms.' },
  },
  /** What a choice means in the evaluation; a range if it depends on what the wearables send. */
  evaluated: (falls: string, alarms: string): string =>
    `In recordings: ${falls} of 100 falls ring, with about ${alarms} false alarms per shift.`,
  range: (low: string, high: string): string => `${low} to ${high}`,
  recordings: (hours: string): string =>
    `The recordings show volunteers who acted falls and stayed down, and ${hours} hours of ordinary life. They are a rough guide: your residents move differently. A shift is 8 hours on a ward of 25 where phones ring only for residents who stay down. Figures vary with how much detail the wearables send.`,
  /** What a choice would have meant, from the last 30 days. */
  effect: (rung: number, judged: string): string =>
    `Here, last 30 days: ${plural(rung, { one: 'alert', other: 'alerts' })} would have rung${judged && ` (${judged})`}.`,
  realFalls: ({ rung, all }: Rung): string => `${rung} of ${all} real falls`,
  falseAlarms: ({ rung, all }: Rung): string => `${rung} of ${all} false alarms`,
  like: {
    ward: (choice?: string): string => `As for the ward${choice === undefined ? '' : `: ${choice}`}`,
    organisation: (choice?: string): string => `As for the home${choice === undefined ? '' : `: ${choice}`}`,
  },
} as const;
