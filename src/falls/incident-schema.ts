import Type from 'typebox';
import { shownDateOfBirth, shownName, shownRoom } from '../accounts/schema.ts';
import { level } from '../notify/levels-schema.ts';
import {
  change,
  clearable,
  count,
  id,
  integer,
  line,
  measured,
  nullable,
  record,
  string,
  text,
  time,
  timestamp,
} from '../platform/schema/primitives.ts';
import { fallSensor, Person, ResponseRecord, source, TimelineEntry } from '../response/schema/response.ts';
import { FallAssessment } from './schema.ts';

const MAX_TEXT_LENGTH = 2000;

/** More than a report ever needs; an answer must not grow without limit. */
export const MOST_AMENDMENTS = 100;

const SOME_TIME = '2026-03-01T08:45:00.000Z';

const FamilyInformed = record('FamilyInformed', 'Relative who was informed, and when', {
  name: line(MAX_TEXT_LENGTH, 'Name of the relative', 'Paul Klein, son'),
  at: time('Time at which the relative was informed', SOME_TIME),
});

/** The fields that people write. */
const WRITTEN = {
  location: text(MAX_TEXT_LENGTH, 'Location of the fall', 'Bathroom, beside the basin'),
  injuries: text(MAX_TEXT_LENGTH, 'Injuries', 'Graze on the left elbow'),
  treatment: text(MAX_TEXT_LENGTH, 'Treatment', 'Wound cleaned and covered'),
  witnesses: text(MAX_TEXT_LENGTH, 'Witnesses', 'None'),
  doctorInformedAt: time('Time at which a doctor was informed', SOME_TIME),
  familyInformed: FamilyInformed,
  measures: text(MAX_TEXT_LENGTH, 'Measures against further falls', 'Non-slip mat; walking frame at the bed'),
};

export const IncidentReportChange = change('IncidentReportChange', 'Fields of an incident report', {
  location: clearable(WRITTEN.location),
  injuries: clearable(WRITTEN.injuries),
  treatment: clearable(WRITTEN.treatment),
  witnesses: clearable(WRITTEN.witnesses),
  doctorInformedAt: clearable(WRITTEN.doctorInformedAt),
  familyInformed: clearable(WRITTEN.familyInformed),
  measures: clearable(WRITTEN.measures),
});

const shownText = (description: string, example: string) =>
  nullable(string(`${description}; null if not given`, example));

const SHOWN = {
  location: shownText('Location of the fall', 'Bathroom, beside the basin'),
  injuries: shownText('Injuries', 'Graze on the left elbow'),
  treatment: shownText('Treatment', 'Wound cleaned and covered'),
  witnesses: shownText('Witnesses', 'None'),
  doctorInformedAt: nullable(timestamp('Time at which a doctor was informed; null if not given')),
  familyInformed: nullable(FamilyInformed, 'Relative who was informed; null if not given'),
  measures: shownText('Measures against further falls', 'Non-slip mat; walking frame at the bed'),
};

const Amendment = record('IncidentAmendment', 'Change to a signed report, with the changed fields alone', {
  by: Person,
  at: timestamp('Time of the change'),
  location: Type.Optional(SHOWN.location),
  injuries: Type.Optional(SHOWN.injuries),
  treatment: Type.Optional(SHOWN.treatment),
  witnesses: Type.Optional(SHOWN.witnesses),
  doctorInformedAt: Type.Optional(SHOWN.doctorInformedAt),
  familyInformed: Type.Optional(SHOWN.familyInformed),
  measures: Type.Optional(SHOWN.measures),
});

const Subject = record('IncidentPerson', 'Person who fell', {
  id: id('ID of the person'),
  name: shownName('the person'),
  dateOfBirth: shownDateOfBirth(),
});

const Ward = record('IncidentWard', 'Ward of the person', {
  id: id('ID of the ward'),
  name: string('Name of the ward', 'Ground floor'),
});

const When = record('IncidentTime', 'Time of the fall', {
  at: timestamp('Time of the fall, in UTC'),
  local: string("The same time in the organisation's zone and the reader's language", '1 Mar 2026, 09:30'),
  timeZone: string("The organisation's time zone", 'Europe/Berlin'),
});

const Signal = record('IncidentSignal', 'Readings around the fall, for a chart', {
  from: timestamp('Start of the range'),
  to: timestamp('End of the range'),
  points: Type.Array(
    record('IncidentSignalPoint', 'Reading', {
      timestamp: timestamp('Time of the reading'),
      accelMagnitude: measured('m/s²', 'Magnitude of the acceleration', 9.82),
      gyroMagnitude: nullable(measured('°/s', 'Magnitude of the rotation; null without a gyro', 0.23)),
    }),
    { description: 'Readings, oldest first' },
  ),
});

const Notified = record('IncidentNotification', 'Person who was notified, by one channel', {
  person: nullable(Person, 'Person; null if the account is deleted'),
  channel: string('`live` for open consoles and apps, or the kind of notification channel', 'webpush'),
  deliveredAt: nullable(timestamp('Time of the first delivery; null if not delivered')),
  failedAttempts: count('Number of failed attempts', 0),
  acknowledgedAt: nullable(timestamp('Time of the acknowledgement; null without one')),
});

const seconds = (description: string) => nullable(integer(0, Number.MAX_SAFE_INTEGER, 's', description, 42));

const Times = record('IncidentTimes', 'Times from the fall', {
  timeToNotify: seconds('Time to the first delivery on any channel; null until then'),
  timeToClaim: seconds('Time to the first claim; null until then'),
  timeToResolve: seconds('Time to the resolution; null until then'),
});

export const IncidentReport = record('IncidentReport', 'Incident report of a fall', {
  fallId: id('ID of the fall'),
  person: Subject,
  ward: nullable(Ward, 'Ward of the person, at the time of signing once signed; null without one'),
  room: shownRoom(),
  when: When,
  level: level(),
  source: source(),
  sensor: fallSensor(),
  why: nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
  signal: nullable(Signal, 'Readings around the fall; null without a wearable'),
  timeline: Type.Array(TimelineEntry, { description: 'Timeline, oldest first' }),
  notified: Type.Array(Notified, { description: 'People who were notified, by channel' }),
  times: Times,
  outcome: ResponseRecord.properties.outcome,
  resolvedBy: ResponseRecord.properties.resolvedBy,
  note: ResponseRecord.properties.note,
  ...SHOWN,
  signedBy: nullable(Person, 'Person who signed the report; null until then'),
  signedAt: nullable(timestamp('Time of the signature; null until then')),
  amendments: Type.Array(Amendment, { description: 'Changes after the signature, oldest first' }),
});
