import type { DayKind } from '../../api/records.ts';

const kinds: Readonly<Record<DayKind, string>> = {
  ACTIVE: 'On the move',
  LIGHT: 'Moving a little',
  STILL: 'Still',
  WORN: 'Worn',
  NOT_WORN: 'Not worn',
  NO_SIGNAL: 'No signal',
  AWAY: 'Away',
};

/** How a resident spent the last 24 hours. */
export const patientDay = {
  title: 'Last 24 hours',
  kinds,
  label: (totals: readonly string[]): string => `Last 24 hours: ${totals.join(', ')}`,
  hint: 'Still is lying, sitting or standing: a wrist cannot tell which.',
  now: (kind: DayKind, span: string): string => `${kinds[kind]} for ${span}`,
} as const;
