import Type from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { level } from '../platform/schema/fall-level.ts';
import * as t from '../platform/schema/primitives.ts';
import { fallSensor, Person, ResponseRecord, source } from '../response/schema.ts';

const NightResident = t.record('NightResident', 'Patient of the ward', {
  id: t.id('ID of the patient'),
  name: shownName('the patient'),
  room: t.nullable(t.string('Room; null if unknown', '12 B')),
});

const span = { from: t.timestamp('Start'), until: t.timestamp('End') };

const NightFall = t.record('NightFall', 'Fall of the night', {
  id: t.id('ID of the fall'),
  patient: NightResident,
  at: t.timestamp('Time of the fall'),
  level: level(),
  source: source(),
  sensor: fallSensor(),
  claims: Type.Array(
    t.record('NightClaim', 'Caregiver who set out', {
      at: t.timestamp('Time'),
      by: t.nullable(Person, 'Caregiver; null if the account was deleted'),
    }),
    { description: 'In ascending order' },
  ),
  resolvedAt: ResponseRecord.properties.resolvedAt,
  outcome: ResponseRecord.properties.outcome,
});

/** docs/home.md, "The night". */
export const Night = t.record('Night', 'Night of a ward, from 18:00 until 06:00', {
  date: t.shownDate('Day on which it begins'),
  ...span,
  falls: Type.Array(NightFall, {
    description: 'Falls of level POTENTIAL and above of the present patients, in ascending order',
  }),
  shifts: Type.Array(
    t.record('NightShift', 'Slot of the roster', {
      name: t.string('Name of the shift', 'Night'),
      ...span,
      caregivers: Type.Array(Person, { description: 'Caregivers on it; empty if nobody was' }),
    }),
    { description: 'As the roster is now; empty without a roster' },
  ),
  gaps: Type.Array(t.record('NightGap', 'Time without a caregiver', span), {
    description: 'Times in which the roster had nobody; empty without a roster',
  }),
  blind: Type.Array(
    t.record('NightBlindTime', 'Times without a reading', {
      patient: NightResident,
      spans: Type.Array(t.record('NightBlindSpan', 'Time without a reading', span), {
        description: 'In ascending order',
      }),
    }),
    { description: 'Patients with a wearable that sent nothing for five minutes or longer' },
  ),
  withoutWearable: Type.Array(NightResident, { description: 'Patients who have no wearable' }),
});

export const nightQuery = Type.Object({
  date: t.optional(
    t.date('Day on which the night begins, at most 400 days ago; by default the latest night that has begun'),
  ),
});
