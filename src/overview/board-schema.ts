import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { batteryLevel, heartRate, pause, spo2 } from '../devices/schema.ts';
import { RecentFall } from '../falls/schema.ts';
import { MorningQuestion } from '../morning/schema.ts';
import { shownAbsence } from '../people/absence/schema.ts';
import { deviceStatus } from '../people/device-summary-schema.ts';
import { healthScore } from '../people/health-score-schema.ts';
import { MOST_UNREAD } from '../people/schema/messages.ts';
import { recentFalls } from '../people/schema/patients.ts';
import { WardName } from '../people/schema/stations.ts';
import * as t from '../platform/schema/primitives.ts';
import { CaregiverAlert } from '../response/alerts/schema.ts';
import { FallAssessment } from '../response/fall/schema.ts';
import { StaffNotice } from '../response/notices/schema.ts';
import { reachabilityWarning } from '../response/reach/reachability-schema.ts';
import { notified } from '../response/receipts/schema.ts';
import { OnDuty } from '../response/roster/shift-schema.ts';
import { PlanRevision } from '../ward-plans/schema.ts';
import { PinnedHandover } from './handover-schema.ts';
import { SIGNAL_STATES } from './signal.ts';

export const Signal = t.record('WearableSignal', "Signal of a patient's wearable", {
  state: t.vocabulary(
    'SignalState',
    '`quiet` after DEVICE_QUIET_SECONDS without a reading, `silent` after the time at which caregivers are alerted, or before the first reading; `none` without a wearable',
    SIGNAL_STATES,
    'live',
  ),
  since: t.nullable(t.timestamp('Time of the newest reading; null without one')),
});

/** What a board of either kind says of its patients' wearables. */
export const signals = {
  quietCount: t.count('Number of listed patients whose wearable is quiet or silent', 1),
  quietSeconds: t.integer(10, 3600, 's', 'Time without a reading after which a wearable is quiet', 60),
};

/** What a board of either kind says of a wearable that sends readings, but may see no fall. */
export const wearing = {
  charging: t.boolean('True if the wearable was on a charger at its newest reading', false),
  notWorn: t.boolean('True if the wearable has not moved for so long that it is probably not worn', false),
  ...pause,
};

const BoardPerson = t.record('BoardPerson', 'Patient on the board, with the latest vital signs', {
  id: t.id('ID of the patient'),
  name: shownName('the patient'),
  room: shownRoom(),
  ward: t.nullable(WardName, 'Ward in which the patient lives; null without one'),
  ...shownAbsence,
  moving: t.boolean('True if the wearable of an absent patient has moved in the last five minutes', false),
  deviceStatus: t.nullable(
    deviceStatus(),
    'Status of the wearable with the newest reading; null without one',
  ),
  lastSeen: t.nullable(t.timestamp('Time of its newest reading; null if never')),
  signal: Signal,
  batteryLevel: t.nullable(batteryLevel()),
  ...wearing,
  healthScore: healthScore(),
  heartRate: t.nullable(heartRate()),
  spo2: t.nullable(spo2()),
  recentFalls: recentFalls(),
  trend: Type.Array(t.nullable(heartRate()), {
    description:
      'Heart rate in bpm, every five minutes of the last hour, oldest first; null without a measurement',
    examples: [[71, 72, null, 74, 73, 72, 72, 70, 71, 72, 73, 72]],
  }),
});

export const OpenFall = t.record('OpenFall', 'Fall on the board', {
  ...RecentFall.properties,
  patientRoom: shownRoom(),
  assessment: t.nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
  notified: notified(),
});

export const TeamDeviceAlert = t.record(
  'TeamDeviceAlert',
  'Alert of a care team about a wearable or from another sensor',
  {
    patientId: t.id('ID of the patient'),
    patientName: shownName('the patient'),
    patientRoom: shownRoom(),
    deviceId: t.nullable(t.id('ID of the wearable; null for another sensor')),
    type: t.string('Alert type', 'DEVICE_BATTERY_LOW'),
    severity: t.string('Severity', 'LOW'),
    message: t.string('Message text for people', 'The battery of a wearable is low'),
    timestamp: t.timestamp('Time'),
  },
);

/** A caregiver's board, in one reply. */
export const Board = t.record('Board', 'Board of a caregiver', {
  falls: Type.Array(OpenFall, {
    description: 'Unresolved falls, and falls that the wearer cancelled in the last ten minutes',
  }),
  deviceAlerts: Type.Array(CaregiverAlert, {
    description: 'Your unacknowledged alerts about wearables, newest first',
  }),
  teamDeviceAlerts: Type.Array(TeamDeviceAlert, {
    description:
      'For admins: alerts about wearables that no caregiver of the care team has acknowledged, newest first; empty for caregivers',
  }),
  people: Type.Array(BoardPerson, {
    description: "Patients in the caregiver's care; all patients for admins",
  }),
  totalPeople: t.count('Number of patients in all; at most a thousand are listed', 12),
  ...signals,
  onDuty: Type.Array(OnDuty, { description: 'Caregivers on duty' }),
  notices: Type.Array(StaffNotice, {
    description: 'Notices to you as a lead, an admin or a colleague, newest first',
  }),
  plans: Type.Array(PlanRevision, { description: 'Floor plans of the wards on the board' }),
  handovers: Type.Array(PinnedHandover, {
    description: 'Handovers of your wards that await confirmation, newest first; of all wards for admins',
  }),
  morningQuestions: Type.Array(MorningQuestion, {
    description: 'Unanswered morning questions about the patients, newest first',
  }),
  warnings: Type.Array(reachabilityWarning(), {
    description: 'Reasons why alerts cannot reach a caregiver outside the console',
  }),
  unreadMessages: t.count(`Number of unread received messages, at most ${MOST_UNREAD}`, 0),
});
