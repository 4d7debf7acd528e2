import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { eventSchema, type FrameSchema, frameSchema } from '../live/frames-schema.ts';
import { level } from '../platform/schema/fall-level.ts';
import { boolean, id, integer, record, timestamp } from '../platform/schema/primitives.ts';
import { Acknowledgement, CaregiverAlert } from './alerts/schema.ts';
import { MAX_SEEN } from './alerts/seen-command.ts';
import { StaffNotice } from './notices/schema.ts';
import { FallReceipts } from './receipts/schema.ts';
import { isTest, ResponseRecord, verification } from './schema.ts';

const ResponseChange = record('ResponseChange', 'Changed response to a fall', {
  fallId: id('ID of the fall'),
  patientId: id('ID of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  level: Type.Optional(level()),
  isTest: Type.Optional(isTest()),
  timestamp: Type.Optional(timestamp('Time of the fall')),
  response: ResponseRecord,
  verification: Type.Optional(verification()),
});

const OpenAlerts = record('OpenAlerts', 'Number of open emergencies', {
  count: integer(1, Number.MAX_SAFE_INTEGER, 'count', 'Number of all open emergencies', 23),
});

const AlertChoice = record('AlertChoice', 'Reference to an alert', {
  alertId: id('ID of one of your alerts'),
});

const seenIds = () =>
  Type.Array(integer(0, Number.MAX_SAFE_INTEGER, 'number', 'ID of an event', 4711), {
    maxItems: MAX_SEEN,
    description: 'IDs of events',
  });

const SeenEvents = record('SeenEvents', 'Events that the client has', {
  ids: seenIds(),
  fallIds: Type.Optional(
    Type.Array(id('ID of a fall'), {
      maxItems: MAX_SEEN,
      description: 'Falls whose alerts the client has without their events, from a list or the board',
    }),
  ),
  visible: Type.Optional(boolean('True if the page that shows them is visible; default false')),
});

const SeenReply = record('SeenReply', 'Events that were reported', { ids: seenIds() });

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
    'Changed response to a fall: claimed, released, offered, called for again, verified, resolved or cancelled; for the patient and the care team. ' +
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
  receipts: frameSchema(
    'receipts',
    'Somebody has received the alert of a fall, or has not; or a claim was offered',
    FallReceipts,
  ),
  seen: frameSchema('seen', 'Reply to `seen`', SeenReply),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const responseClientFrames = {
  acknowledge: frameSchema('acknowledge', 'Acknowledge one of your alerts', AlertChoice),
  seen: frameSchema(
    'seen',
    'Report that the client has alerts, and with `visible` that it shows them; IDs of other events are passed over',
    SeenEvents,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;
