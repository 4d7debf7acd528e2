import Type, { type Static } from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { WardName } from '../people/schema/stations.ts';
import { bodyChecker } from '../platform/schema/check.ts';
import {
  id,
  line,
  nullable,
  number,
  oneOf,
  optional,
  record,
  string,
  text,
  time,
  timestamp,
} from '../platform/schema/primitives.ts';
import { timeOfDay } from '../platform/schema/time-of-day.ts';
import { sensorEvent } from '../response/schema/response.ts';
import { SENSOR_SIGNS } from '../response/vocabulary.ts';

const MAX_NAME_LENGTH = 80;
const MAX_KIND_LENGTH = 40;
const MAX_ROOM_LENGTH = 80;
const MAX_TEXT_LENGTH = 500;
const MAX_RULES = 20;
export const OLDEST_EVENT_DAYS = 7;

export const NewSensor = record('NewSensor', 'New sensor', {
  name: line(MAX_NAME_LENGTH, 'Name of the sensor', 'Bed mat, room 12'),
  kind: optional(line(MAX_KIND_LENGTH, 'Kind of sensor, in your own words', 'bed mat')),
  room: optional(line(MAX_ROOM_LENGTH, 'Room; its events are about the patient who lives there', '12 B')),
  patientId: optional(id('ID of the patient whom its events are about')),
  wardId: optional(
    id(
      "ID of the ward in which it looks for the patient of a room; with a patient, the patient's. Required for a lead of several wards.",
    ),
  ),
});

export const SensorRecord = record('Sensor', 'Sensor other than a wearable', {
  id: id('ID of the sensor'),
  name: string('Name of the sensor', 'Bed mat, room 12'),
  kind: nullable(string('Kind of sensor; null if not given', 'bed mat')),
  room: nullable(string('Room; null if not given', '12 B')),
  patientId: nullable(id('ID of the patient whom its events are about; null: the patient of the room')),
  patientName: nullable(shownName('that patient; null without one')),
  ward: nullable(WardName, 'Ward of the sensor or its patient; null: all wards'),
  createdAt: timestamp('Time it was added'),
  lastEventAt: nullable(timestamp('Time its newest event arrived; null before the first')),
});

const eventFields = {
  type: sensorEvent(),
  patientId: optional(id("ID of the patient; default: the sensor's, else the one in the room")),
  room: optional(line(MAX_ROOM_LENGTH, "Room; default: the sensor's", '12 B')),
  at: optional(
    time(
      `Time of the event; default: now. At most ${OLDEST_EVENT_DAYS} days ago, not in the future.`,
      '2026-03-01T08:30:00.000Z',
    ),
  ),
  confidence: optional(
    number(0, 1, 'fraction', 'For FALL: confidence, from 0 to 1; default 0.8. Others ignore it.', 0.82),
  ),
  text: optional(text(MAX_TEXT_LENGTH, 'Text for caregivers', 'Left side of the bed')),
};

export const NewSensorEvent = record('NewSensorEvent', 'Event of a sensor', {
  sensorId: id('ID of the sensor'),
  ...eventFields,
});
export type NewSensorEvent = Static<typeof NewSensorEvent>;

export const checkSensorEvent = bodyChecker(NewSensorEvent);

/** Over MQTT the topic identifies the sensor. */
export const MqttSensorEvent = record('MqttSensorEvent', 'Event of the sensor in the topic', {
  sensorId: optional(id('ID of the sensor, as in the topic')),
  ...eventFields,
});

export const SensorEventRecord = record('SensorEvent', 'Recorded event of a sensor', {
  id: id('ID of the event'),
  type: sensorEvent(),
  fallId: nullable(id('ID of the fall; null for an alert that does not escalate')),
  alertId: nullable(
    id('ID of one of the alerts, the first; null for a FALL or CALL, and beyond the limits of the sensor'),
  ),
});

const SensorRule = record('SensorRule', 'Sensor alerts that escalate', {
  type: oneOf(SENSOR_SIGNS, 'Type of event'),
  hours: optional(
    record('SensorHours', "Hours in the organisation's time zone; may span midnight", {
      from: timeOfDay('Start, HH:MM', '22:00'),
      to: timeOfDay('End, HH:MM, not included; differs from `from`', '06:00'),
    }),
    'Hours in which they escalate; null: at any time',
  ),
});

export const SensorRulesChange = record(
  'SensorRulesChange',
  'Sensor alerts of a patient that escalate; replaces the former list',
  {
    rules: Type.Array(SensorRule, {
      maxItems: MAX_RULES,
      description: 'Rules; an alert escalates if one of them fits. Empty: none escalates.',
      'x-says': `must be a list of at most ${MAX_RULES} rules`,
    }),
  },
);

const hours = Type.Object({
  from: timeOfDay('Start, HH:MM', '22:00'),
  to: timeOfDay('End, HH:MM, not included', '06:00'),
});

export const SensorRules = record('SensorRules', 'Sensor alerts of a patient that escalate', {
  rules: Type.Array(
    record('StoredSensorRule', 'Sensor alerts that escalate', {
      type: oneOf(SENSOR_SIGNS, 'Type of event'),
      hours: nullable(hours, 'Hours in which they escalate; null: at any time'),
    }),
    { description: 'Rules; empty if no sensor alert escalates' },
  ),
});
