import type { patientDay as en } from '../en/patient-day.ts';
import type { Texts } from '../texts.ts';

const kinds: Texts<(typeof en)['kinds']> = {
  ACTIVE: 'In Bewegung',
  LIGHT: 'Bewegt sich wenig',
  STILL: 'Ruhig',
  WORN: 'Getragen',
  NOT_WORN: 'Nicht getragen',
  NO_SIGNAL: 'Kein Signal',
  AWAY: 'Abwesend',
};

export const patientDay: Texts<typeof en> = {
  title: 'Letzte 24 Stunden',
  kinds,
  label: (totals) => `Letzte 24 Stunden: ${totals.join(', ')}`,
  hint: 'Ruhig heißt: liegt, sitzt oder steht. Ein Handgelenk verrät nicht, was davon.',
  now: (kind, span) => `${kinds[kind]} seit ${span}`,
};
