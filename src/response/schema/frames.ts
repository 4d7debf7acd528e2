import Type from 'typebox';
import { shownName, shownRoom } from '../../accounts/schema.ts';
import { eventFrame, type FrameSchema, frame } from '../../live/frames-schema.ts';
import { level } from '../../notify/levels-schema.ts';
import { id, integer, record } from '../../platform/schema/primitives.ts';
import { Acknowledgement, CaregiverAlert } from './alerts.ts';
import { ResponseRecord } from './response.ts';

const ResponseChange = record('ResponseChange', 'What has become of a fall', {
  fallId: id('Of the fall'),
  patientId: id('Of the patient'),
  patientName: shownName('the patient'),
  patientRoom: shownRoom(),
  level: Type.Optional(level()),
  response: ResponseRecord,
});

const OpenAlerts = record('OpenAlerts', 'How many emergencies are open', {
  count: integer(1, Number.MAX_SAFE_INTEGER, 'count', 'All of them', 23),
});

const AlertChoice = record('AlertChoice', 'Which alert is meant', { alertId: id('Of an own alert') });

export const responseServerFrames = {
  alert: eventFrame(
    'alert',
    'A caregiver is alerted; without `id` it is an emergency told again',
    CaregiverAlert,
  ),
  'alert.updated': eventFrame('alert.updated', 'An alert rose in severity', CaregiverAlert),
  'alert.acknowledged': eventFrame(
    'alert.acknowledged',
    'Somebody has taken an alert on; alertId is your own alert of the same occurrence',
    Acknowledgement,
  ),
  response: eventFrame(
    'response',
    'Somebody goes to a fall, gives it up, offers or resolves it, or its wearer is OK: for who looks after them and for them; ' +
      'admins get one for every fall that is new, rises or changes, without `id` where it is not theirs',
    ResponseChange,
  ),
  'alerts.open': frame(
    'alerts.open',
    'There are more open emergencies than are told again one by one: how many in all',
    OpenAlerts,
  ),
} as const satisfies Readonly<Record<string, FrameSchema>>;

export const responseClientFrames = {
  acknowledge: frame('acknowledge', 'Take on one of your alerts', AlertChoice),
} as const satisfies Readonly<Record<string, FrameSchema>>;
