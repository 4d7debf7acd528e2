import Type from 'typebox';
import { shownRoom } from './accounts.ts';
import { CaregiverAlert } from './alerts.ts';
import { deviceStatus } from './devices.ts';
import { FallAssessment, RecentFall } from './falls.ts';
import { id, nullable, record, timestamp } from './primitives.ts';
import { OnDuty } from './shifts.ts';

export const BoardPerson = record('BoardPerson', {
  id: id(),
  name: Type.String(),
  room: shownRoom(),
  deviceStatus: Type.Union([deviceStatus(), Type.Null()], {
    description: 'of the wearable that was heard last; null without one',
  }),
  lastSeen: nullable(timestamp()),
  batteryLevel: nullable(Type.Number()),
  healthScore: Type.Integer({ minimum: 0, maximum: 100 }),
  heartRate: nullable(Type.Integer()),
  spo2: nullable(Type.Integer()),
  recentFalls: Type.Integer({ description: 'of the last seven days' }),
  trend: Type.Array(nullable(Type.Integer()), {
    description:
      'heart rate every five minutes of the last hour, oldest first; null where nothing was measured',
  }),
});

export const OpenFall = record('OpenFall', {
  ...RecentFall.properties,
  patientRoom: shownRoom(),
  assessment: nullable(FallAssessment),
});

/** What a caregiver looks at, in one answer. */
export const Board = record('Board', {
  falls: Type.Array(OpenFall, {
    description: 'unresolved ones, and those whose wearer said in the last ten minutes that they are OK',
  }),
  deviceAlerts: Type.Array(CaregiverAlert, {
    description: 'own alerts about wearables that are not acknowledged yet, newest first',
  }),
  people: Type.Array(BoardPerson),
  totalPeople: Type.Integer({ description: 'more than are listed where there are more than a thousand' }),
  onDuty: Type.Array(OnDuty),
  unreadMessages: Type.Integer(),
});
