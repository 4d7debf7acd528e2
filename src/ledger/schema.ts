import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';

const MOST_MONTHS = 36;

export const ledgerQuery = Type.Object({
  months: t.optional(t.integer(1, MOST_MONTHS, 'count', 'Months, the present one included; default 12', 12)),
  wardId: t.optional(t.id('Only this ward; required for leads')),
});

/** No names: it may be passed on. */
const LedgerRow = t.record('DetectorLedgerRow', 'What one detector did in a ward and a month', {
  month: t.string('Month, of UTC', '2026-11'),
  wardId: t.nullable(t.id('ID of the ward in which the wearers lived; null without one')),
  detector: t.string('Version of the weights', '2026-11-08'),
  isShadow: t.boolean('True for a shadow detector, whose alerts nobody hears'),
  messageKind: t.oneOf(
    ['reading', 'samples'],
    'What the wearables send: one reading, or samples or parts with it',
  ),
  gyro: t.boolean('True for wearables with a gyro'),
  pressure: t.boolean('True for wearables that measure air pressure'),
  hours: t.measured('hours', 'Time in which the wearables were worn', 1240.5),
  potential: t.count('Alerts of level POTENTIAL', 3),
  high: t.count('Alerts of level HIGH', 2),
  confirmed: t.count('Alerts of level CONFIRMED', 1),
  stands: t.count('Alerts that the verification let ring', 3),
  movedOn: t.count('Alerts that rang nobody, because the wearer had moved on', 2),
  notVerified: t.count('Alerts that rang without a verification, or are not verified yet', 1),
  rang: t.count('Alerts that rang: `stands` and `notVerified`', 4),
  rangPerShift: t.nullable(
    t.measured('count', 'Alerts that rang, for a ward of 25 wearers and 8 hours; null without hours', 0.6),
  ),
  realFalls: t.count('Alerts that caregivers judged real falls', 1),
  falseAlarms: t.count('Alerts that caregivers judged false alarms', 2),
  cancelled: t.count('Alerts that the patient cancelled', 1),
  missedByShadow: t.nullable(
    t.count(
      'Real falls of those hours that only the detector in use found; null where it is not a shadow',
      0,
    ),
  ),
});

export const DetectorLedger = t.record('DetectorLedger', 'What the detectors did, newest month first', {
  rows: Type.Array(LedgerRow, { description: 'One for each month, ward, detector and kind of wearable' }),
});
