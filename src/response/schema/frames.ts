import Type from 'typebox';
import { shownName, shownRoom } from '../../accounts/schema.ts';
import { eventSchema, type FrameSchema, frameSchema } from '../../live/frames-schema.ts';
import { level } from '../../notify/levels-schema.ts';
import { id, integer, record, timestamp } from '../../platform/schema/primitives.ts';
import { Acknowledgement, CaregiverAlert } from './alerts.ts';
import { isTest, ResponseRecord } from './response.ts';
import { StaffNotice } from './staff-notices.ts';

const ResponseChange = record('ResponseChange', 'Changed response to a fall', {
  fallId: id('ID of the fall'),
  patientId: id('ID of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  level: Type.Optional(level()),
  isTest: Type.Optional(isTest()),
  timestamp: Type.Optional(timestamp('Time of the fall')),
  response: ResponseRecord,
});

const OpenAlerts = record('OpenAlerts', 'Number of open emergencies', {
  count: integer(1, Number.MAX_SAFE_INTEGER, 'count', 'Number of all open emergencies', 23),
});

const AlertChoice = record('AlertChoice', 'Reference to an alert', {
  alertId: id('ID of one of your alerts'),
});

export const responseServerFrames = {
  alert: eventSchema('alert', 'New alert; without `id` it repeats an open emergency', CaregiverAlert),
  'alert.updated': eventSchema(
    'alert.updated',
    'Alert with a higher severity, or of a wearer who calls for help again',
    CaregiverAlert,
  ),
  'alert.acknowledged': eventSchema(
    'alert.acknowledged',
    'A caregiver acknowledged an alert; `alertId` is your alert about the same event',
    Acknowledgement,
  ),
  response: eventSchema(
    'response',
    'Changed response to a fall: claimed, released, offered, called for again, resolved or cancelled; for the patient and the care team. ' +
      'Admins get every new or changed fall, without `id` if the event is not addressed to them.',
    ResponseChange,
  ),
  notice: eventSchema(
    'notice',
    'Notice to leads and admins; one with the same `subject` replaces the earlier one',
    StaffNotice,
  ),
  'alerts.open': frameSchema(
    'alerts.open',
    'Number of open emergencies, if there are more than are repeated one by one',
    OpenAlerts,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const responseClientFrames = {
  acknowledge: frameSchema('acknowledge', 'Acknowledge one of your alerts', AlertChoice),
} as const satisfies Readonly<Record<string, FrameSchema>>;
