import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { batteryLevel, heartRate, spo2 } from '../devices/schema.ts';
import { FallAssessment, RecentFall } from '../falls/schema.ts';
import { deviceStatus } from '../people/device-summary-schema.ts';
import { healthScore } from '../people/health-score-schema.ts';
import { MOST_UNREAD } from '../people/schema/messages.ts';
import { recentFalls } from '../people/schema/patients.ts';
import { WardName } from '../people/schema/stations.ts';
import { count, id, nullable, record, string, timestamp } from '../platform/schema/primitives.ts';
import { CaregiverAlert } from '../response/schema/alerts.ts';
import { reachabilityWarning } from '../response/schema/reachability.ts';
import { OnDuty } from '../response/schema/shifts.ts';
import { StaffNotice } from '../response/schema/staff-notices.ts';
import { PinnedHandover } from './handover-schema.ts';

const BoardPerson = record('BoardPerson', 'Patient on the board, with the latest vital signs', {
  id: id('ID of the patient'),
  name: shownName('the patient'),
  room: shownRoom(),
  ward: nullable(WardName, 'Ward in which the patient lives; null without one'),
  deviceStatus: nullable(deviceStatus(), 'Status of the wearable with the newest reading; null without one'),
  lastSeen: nullable(timestamp('Time of its newest reading; null if never')),
  batteryLevel: nullable(batteryLevel()),
  healthScore: healthScore(),
  heartRate: nullable(heartRate()),
  spo2: nullable(spo2()),
  recentFalls: recentFalls(),
  trend: Type.Array(nullable(heartRate()), {
    description:
      'Heart rate in bpm, every five minutes of the last hour, oldest first; null without a measurement',
    examples: [[71, 72, null, 74, 73, 72, 72, 70, 71, 72, 73, 72]],
  }),
});

export const OpenFall = record('OpenFall', 'Fall on the board', {
  ...RecentFall.properties,
  patientRoom: shownRoom(),
  assessment: nullable(FallAssessment, 'Explanation of the detector; null if it was not used'),
});

export const TeamDeviceAlert = record(
  'TeamDeviceAlert',
  'Alert of a care team about a wearable or from another sensor',
  {
    patientId: id('ID of the patient'),
    patientName: shownName('the patient'),
    patientRoom: shownRoom(),
    deviceId: nullable(id('ID of the wearable; null for another sensor')),
    type: string('Alert type', 'DEVICE_BATTERY_LOW'),
    severity: string('Severity', 'LOW'),
    message: string('Message text for people', 'The battery of a wearable is low'),
    timestamp: timestamp('Time'),
  },
);

/** A caregiver's board, in one answer. */
export const Board = record('Board', 'Board of a caregiver', {
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
  totalPeople: count('Number of patients in all; at most a thousand are listed', 12),
  onDuty: Type.Array(OnDuty, { description: 'Caregivers on duty' }),
  notices: Type.Array(StaffNotice, {
    description: 'Notices to you as a lead, an admin or a colleague, newest first',
  }),
  handovers: Type.Array(PinnedHandover, {
    description: 'Handovers of your wards that await confirmation, newest first; of all wards for admins',
  }),
  warnings: Type.Array(reachabilityWarning(), {
    description: 'Reasons why alerts cannot reach a caregiver outside the console',
  }),
  unreadMessages: count(`Number of unread received messages, at most ${MOST_UNREAD}`, 0),
});
