import { shownName } from '../accounts/schema.ts';
import { level } from '../platform/schema/fall-level.ts';
import * as t from '../platform/schema/primitives.ts';
import { confidence, createdAt, fallFields, witnessed } from '../response/fall/schema.ts';
import { fallSensor, response, verification } from '../response/schema.ts';

const MAX_LOCATION_LENGTH = 200;

const MAX_INJURIES_LENGTH = 2000;

export const NewFall = t.record('NewFall', 'Report of a fall', {
  confidence: confidence(),
  location: t.optional(t.text(MAX_LOCATION_LENGTH, 'Location of the fall', 'Bathroom')),
  witnessed: t.optional(t.boolean('True if the fall was witnessed')),
  injuries: t.optional(t.text(MAX_INJURIES_LENGTH, 'Injuries', 'Left wrist')),
});

export const NewTestAlert = t.record('NewTestAlert', 'Test alert', {
  location: t.optional(t.text(MAX_LOCATION_LENGTH, 'Shown as the location', 'Test. No one has fallen.')),
});

export const NewPatientFall = t.record('NewPatientFall', 'Report of a fall by a caregiver of the patient', {
  ...NewFall.properties,
  withPatient: t.optional(
    t.boolean('True if the caller is with the patient: the fall is claimed by the caller at once'),
  ),
  happenedAt: t.optional(
    t.time('Time of the fall, within the last 24 hours; now if it is missing', '2026-03-01T08:30:00.000Z'),
  ),
});

export const RecordedFall = t.record('RecordedFall', 'Recorded fall', {
  ...fallFields,
  userId: t.id('ID of the patient'),
  witnessed: witnessed(),
  createdAt: createdAt(),
  alerts: t.record('AlertedCaregivers', 'Alerted caregivers', {
    notified: t.boolean('True if at least one caregiver was alerted'),
    caregiverCount: t.count(
      'Number of alerted caregivers, without admins who stand in for missing caregivers',
      2,
    ),
  }),
});

export const ListedFall = t.record('ListedFall', 'Fall in a list', {
  ...fallFields,
  sensor: fallSensor(),
  createdAt: createdAt(),
  responded: t.boolean('True if a caregiver has acknowledged or claimed the fall'),
  responseTime: t.nullable(
    t.integer(
      0,
      Number.MAX_SAFE_INTEGER,
      's',
      'Time from the fall to its first acknowledgement or claim; null until then',
      42,
    ),
  ),
  response: response(),
  verification: verification(),
});

export const RecentFall = t.record('RecentFall', 'Fall in a list of all patients', {
  ...ListedFall.properties,
  userId: t.id('ID of the patient'),
  patientName: shownName('the patient'),
});

const status = () => t.optional(level(), 'Only falls of this level');

const MAX_DAYS = 36_500;

const MAX_HOURS = 876_000;

export const fallsFilter = {
  status: status(),
  days: t.optional(t.integer(1, MAX_DAYS, 'days', 'Only falls of this period', 30)),
};

export const recentFallsFilter = {
  hours: t.optional(t.integer(1, MAX_HOURS, 'hours', 'Only falls of this period; default 24', 24)),
};
