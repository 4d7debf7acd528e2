import Type, { type Static } from 'typebox';
import { shownName } from '../accounts/schema.ts';
import { SENSOR_SIGNS } from '../notify/texts/content.ts';
import { WardName } from '../people/schema/stations.ts';
import { bodyChecker } from '../platform/schema/check.ts';
import * as t from '../platform/schema/primitives.ts';
import { timeOfDay } from '../platform/schema/time-of-day.ts';
import { sensorEvent } from '../response/schema.ts';

const MAX_NAME_LENGTH = 80;
const MAX_KIND_LENGTH = 40;
const MAX_ROOM_LENGTH = 80;
const MAX_TEXT_LENGTH = 500;
const MAX_RULES = 20;
export const OLDEST_EVENT_DAYS = 7;

export const NewSensor = t.record('NewSensor', 'New sensor', {
  name: t.line(MAX_NAME_LENGTH, 'Name of the sensor', 'Bed mat, room 12'),
  kind: t.optional(t.line(MAX_KIND_LENGTH, 'Kind of sensor, in your own words', 'bed mat')),
  room: t.optional(t.line(MAX_ROOM_LENGTH, 'Room; its events are about the patient who lives there', '12 B')),
  patientId: t.optional(t.id('ID of the patient whom its events are about')),
  wardId: t.optional(
    t.id(
      "ID of the ward in which it looks for the patient of a room; with a patient, the patient's. Required for a lead of several wards.",
    ),
  ),
});

export const SensorRecord = t.record('Sensor', 'Sensor other than a wearable', {
  id: t.id('ID of the sensor'),
  name: t.string('Name of the sensor', 'Bed mat, room 12'),
  kind: t.nullable(t.string('Kind of sensor; null if not given', 'bed mat')),
  room: t.nullable(t.string('Room; null if not given', '12 B')),
  patientId: t.nullable(t.id('ID of the patient whom its events are about; null: the patient of the room')),
  patientName: t.nullable(shownName('that patient; null without one')),
  ward: t.nullable(WardName, 'Ward of the sensor or its patient; null: all wards'),
  createdAt: t.timestamp('Time it was added'),
  lastEventAt: t.nullable(t.timestamp('Time its newest event arrived; null before the first')),
});

const eventFields = {
  type: sensorEvent(),
  patientId: t.optional(t.id("ID of the patient; default: the sensor's, else the one in the room")),
  room: t.optional(t.line(MAX_ROOM_LENGTH, "Room; default: the sensor's", '12 B')),
  at: t.optional(
    t.time(
      `Time of the event; default: now. At most ${OLDEST_EVENT_DAYS} days ago, not in the future.`,
      '2026-03-01T08:30:00.000Z',
    ),
  ),
  confidence: t.optional(
    t.number(0, 1, 'fraction', 'For FALL: confidence, from 0 to 1; default 0.8. Others ignore it.', 0.82),
  ),
  text: t.optional(t.text(MAX_TEXT_LENGTH, 'Text for caregivers', 'Left side of the bed')),
};

export const NewSensorEvent = t.record('NewSensorEvent', 'Event of a sensor', {
  sensorId: t.id('ID of the sensor'),
  ...eventFields,
});
export type NewSensorEvent = Static<typeof NewSensorEvent>;

export const checkSensorEvent = bodyChecker(NewSensorEvent);

/** Over MQTT the topic identifies the sensor. */
export const MqttSensorEvent = t.record('MqttSensorEvent', 'Event of the sensor in the topic', {
  sensorId: t.optional(t.id('ID of the sensor, as in the topic')),
  ...eventFields,
});

export const SensorEventRecord = t.record('SensorEvent', 'Recorded event of a sensor', {
  id: t.id('ID of the event'),
  type: sensorEvent(),
  fallId: t.nullable(t.id('ID of the fall; null for an alert that does not escalate')),
  alertId: t.nullable(
    t.id('ID of one of the alerts, the first; null for a FALL or CALL, and beyond the limits of the sensor'),
  ),
});

const SensorRule = t.record('SensorRule', 'Sensor alerts that escalate', {
  type: t.oneOf(SENSOR_SIGNS, 'Type of event'),
  hours: t.optional(
    t.record('SensorHours', "Hours in the organisation's time zone; may span midnight", {
      from: timeOfDay('Start, HH:MM', '22:00'),
      to: timeOfDay('End, HH:MM, not included; differs from `from`', '06:00'),
    }),
    'Hours in which they escalate; null: at any time',
  ),
});

export const SensorRulesChange = t.record(
  'SensorRulesChange',
  'Sensor alerts of a patient that escalate; replaces the former list',
  {
    rules: Type.Array(SensorRule, {
      maxItems: MAX_RULES,
      description: 'Rules; an alert escalates if one of them fits. Empty: none escalates.',
      'x-message': `must be a list of at most ${MAX_RULES} rules`,
    }),
  },
);

const hours = Type.Object({
  from: timeOfDay('Start, HH:MM', '22:00'),
  to: timeOfDay('End, HH:MM, not included', '06:00'),
});

export const SensorRules = t.record('SensorRules', 'Sensor alerts of a patient that escalate', {
  rules: Type.Array(
    t.record('StoredSensorRule', 'Sensor alerts that escalate', {
      type: t.oneOf(SENSOR_SIGNS, 'Type of event'),
      hours: t.nullable(hours, 'Hours in which they escalate; null: at any time'),
    }),
    { description: 'Rules; empty if no sensor alert escalates' },
  ),
});
