import Type from 'typebox';
import { shownDateOfBirth, shownName, shownRoom } from '../../accounts/schema.ts';
import { level } from '../../platform/schema/fall-level.ts';
import * as t from '../../platform/schema/primitives.ts';
import { FallAssessment, FallStages } from '../../response/fall/schema.ts';
import { fallSensor, Person, ResponseRecord, source, TimelineEntry } from '../../response/schema.ts';
import { INJURIES } from './incident-report.ts';

const MAX_TEXT_LENGTH = 2000;

/** More than a report ever needs; a reply must not grow without limit. */
export const MOST_AMENDMENTS = 100;

const SOME_REVISION = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
const SOME_TIME = '2026-03-01T08:45:00.000Z';

const FamilyInformed = t.record('FamilyInformed', 'Relative who was informed, and when', {
  name: t.line(MAX_TEXT_LENGTH, 'Name of the relative', 'Paul Klein, son'),
  at: t.time('Time at which the relative was informed', SOME_TIME),
});

export const injury = () => t.vocabulary('Injury', 'How badly the person was hurt', INJURIES, 'MINOR');

/** The fields that people write. */
const WRITTEN = {
  location: t.text(MAX_TEXT_LENGTH, 'Location of the fall', 'Bathroom, beside the basin'),
  injury: injury(),
  injuries: t.text(MAX_TEXT_LENGTH, 'Injuries', 'Graze on the left elbow'),
  treatment: t.text(MAX_TEXT_LENGTH, 'Treatment', 'Wound cleaned and covered'),
  witnesses: t.text(MAX_TEXT_LENGTH, 'Witnesses', 'None'),
  isDoctorInformed: t.boolean('Whether a doctor was informed; `doctorInformedAt` says yes, too'),
  doctorInformedAt: t.time('Time at which a doctor was informed', SOME_TIME),
  isFamilyInformed: t.boolean('Whether a relative was informed; `familyInformed` says yes, too'),
  familyInformed: FamilyInformed,
  measures: t.text(
    MAX_TEXT_LENGTH,
    'Measures against further falls',
    'Non-slip mat; walking frame at the bed',
  ),
};

const CHANGE = {
  location: t.clearable(WRITTEN.location),
  injury: t.clearable(WRITTEN.injury),
  injuries: t.clearable(WRITTEN.injuries),
  treatment: t.clearable(WRITTEN.treatment),
  witnesses: t.clearable(WRITTEN.witnesses),
  isDoctorInformed: t.clearable(WRITTEN.isDoctorInformed),
  doctorInformedAt: t.clearable(WRITTEN.doctorInformedAt),
  isFamilyInformed: t.clearable(WRITTEN.isFamilyInformed),
  familyInformed: t.clearable(WRITTEN.familyInformed),
  measures: t.clearable(WRITTEN.measures),
};

export const IncidentReportChange = t.change('IncidentReportChange', 'Fields of an incident report', CHANGE);

export const IncidentReportSignature = t.record(
  'IncidentReportSignature',
  'Fields to change before the report is signed, and the text that they change',
  {
    ...CHANGE,
    revision: t.optional(
      t.anyText(
        64,
        'Revision of the report that the signer was shown; a later one is not signed',
        SOME_REVISION,
      ),
    ),
  },
);

const shownText = (description: string, example: string) =>
  t.nullable(t.string(`${description}; null if not given`, example));

const SHOWN = {
  location: shownText('Location of the fall', 'Bathroom, beside the basin'),
  injury: t.nullable(injury(), 'How badly the person was hurt; null if not given'),
  injuries: shownText('Injuries', 'Graze on the left elbow'),
  treatment: shownText('Treatment', 'Wound cleaned and covered'),
  witnesses: shownText('Witnesses', 'None'),
  isDoctorInformed: t.nullable(t.boolean('Whether a doctor was informed; null if not given')),
  doctorInformedAt: t.nullable(t.timestamp('Time at which a doctor was informed; null if not given')),
  isFamilyInformed: t.nullable(t.boolean('Whether a relative was informed; null if not given')),
  familyInformed: t.nullable(FamilyInformed, 'Relative who was informed; null if not given'),
  measures: shownText('Measures against further falls', 'Non-slip mat; walking frame at the bed'),
};

const Amendment = t.record('IncidentAmendment', 'Change to a signed report, with the changed fields alone', {
  by: Person,
  at: t.timestamp('Time of the change'),
  location: Type.Optional(SHOWN.location),
  injury: Type.Optional(SHOWN.injury),
  injuries: Type.Optional(SHOWN.injuries),
  treatment: Type.Optional(SHOWN.treatment),
  witnesses: Type.Optional(SHOWN.witnesses),
  isDoctorInformed: Type.Optional(SHOWN.isDoctorInformed),
  doctorInformedAt: Type.Optional(SHOWN.doctorInformedAt),
  isFamilyInformed: Type.Optional(SHOWN.isFamilyInformed),
  familyInformed: Type.Optional(SHOWN.familyInformed),
  measures: Type.Optional(SHOWN.measures),
});

const Subject = t.record('IncidentPerson', 'Person who fell', {
  id: t.id('ID of the person'),
  name: shownName('the person'),
  dateOfBirth: shownDateOfBirth(),
});

const Ward = t.record('IncidentWard', 'Ward of the person', {
  id: t.id('ID of the ward'),
  name: t.string('Name of the ward', 'Ground floor'),
});

const When = t.record('IncidentTime', 'Time of the fall', {
  at: t.timestamp('Time of the fall, in UTC'),
  local: t.string("The same time in the organisation's zone and the reader's language", '1 Mar 2026, 09:30'),
  timeZone: t.string("The organisation's time zone", 'Europe/Berlin'),
});

const Signal = t.record(
  'IncidentSignal',
  'Readings from one minute before to two minutes after the fall, for a chart',
  {
    from: t.timestamp('Start of the range'),
    to: t.timestamp('End of the range'),
    points: Type.Array(
      t.record('IncidentSignalPoint', 'Reading', {
        timestamp: t.timestamp('Time of the reading'),
        accelMagnitude: t.measured('m/s²', 'Magnitude of the acceleration', 9.82),
        gyroMagnitude: t.nullable(t.measured('°/s', 'Magnitude of the rotation; null without a gyro', 0.23)),
      }),
      { description: 'Readings, oldest first' },
    ),
  },
);

const Notified = t.record('IncidentNotification', 'Person who was notified, by one channel', {
  person: t.nullable(Person, 'Person; null if the account is deleted'),
  channel: t.string('`live` for open consoles and apps, or the kind of notification channel', 'webpush'),
  deliveredAt: t.nullable(t.timestamp('Time of the first delivery; null if not delivered')),
  receivedAt: t.nullable(t.timestamp('Time when the device first reported that it has it; null if unknown')),
  openedAt: t.nullable(t.timestamp('Time when the person first opened it; null if unknown')),
  failedAttempts: t.count('Number of failed attempts', 0),
  acknowledgedAt: t.nullable(t.timestamp('Time of the acknowledgement; null without one')),
});

const seconds = (description: string) =>
  t.nullable(t.integer(0, Number.MAX_SAFE_INTEGER, 's', description, 42));

const Times = t.record('IncidentTimes', 'Times from the fall', {
  timeToNotify: seconds('Time to the first delivery on any channel; null until then'),
  timeToClaim: seconds('Time to the first claim; null until then'),
  timeToResolve: seconds('Time to the resolution; null until then'),
});

export const IncidentReport = t.record('IncidentReport', 'Incident report of a fall', {
  fallId: t.id('ID of the fall'),
  person: Subject,
  ward: t.nullable(Ward, 'Ward of the person, at the time of signing once signed; null without one'),
  room: shownRoom(),
  when: When,
  level: level(),
  source: source(),
  sensor: fallSensor(),
  why: t.nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
  signal: t.nullable(Signal, 'Readings around the fall; null without a wearable'),
  timeline: Type.Array(TimelineEntry, { description: 'Timeline, oldest first' }),
  notified: Type.Array(Notified, { description: 'People who were notified, by channel' }),
  times: Times,
  stages: FallStages,
  outcome: ResponseRecord.properties.outcome,
  resolvedBy: ResponseRecord.properties.resolvedBy,
  note: ResponseRecord.properties.note,
  ...SHOWN,
  revision: t.string('Revision of these fields; another one after each change of them', SOME_REVISION),
  signedBy: t.nullable(Person, 'Person who signed the report; null until then'),
  signedAt: t.nullable(t.timestamp('Time of the signature; null until then')),
  amendments: Type.Array(Amendment, { description: 'Changes after the signature, oldest first' }),
});
