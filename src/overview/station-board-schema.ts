import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { batteryLevel } from '../devices/schema.ts';
import { MorningQuestion } from '../morning/schema.ts';
import { shownAbsence } from '../people/absence/schema.ts';
import { deviceStatus } from '../people/device-summary-schema.ts';
import { OwnStation, WardName } from '../people/schema/stations.ts';
import * as t from '../platform/schema/primitives.ts';
import { OnDuty } from '../response/roster/shift-schema.ts';
import { PlanRevision } from '../ward-plans/schema.ts';
import { OpenFall, Signal, signals, TeamDeviceAlert, wearing } from './board-schema.ts';
import { PinnedHandover } from './handover-schema.ts';

/** Without vital signs: visitors pass by a wall. */
const StationPerson = t.record('StationPerson', 'Patient on the board of a station', {
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
});

const StationDeviceAlert = t.record('StationDeviceAlert', 'Unacknowledged alert about a wearable', {
  ...TeamDeviceAlert.properties,
  alerts: Type.Array(
    t.record('StationAlertCopy', "A caregiver's own copy of an alert", {
      id: t.id('ID of the alert, to acknowledge it'),
      caregiverId: t.id('ID of the caregiver'),
    }),
    { description: 'The alert of each caregiver of the care team' },
  ),
});

const StationCaregiver = t.record('StationCaregiver', 'User who may unlock a station', {
  id: t.id('ID of the user'),
  name: shownName('the user'),
});

export const StationBoard = t.record('StationBoard', 'Board of a station', {
  station: OwnStation,
  falls: Type.Array(OpenFall, {
    description: 'Unresolved falls of the ward, and falls that the wearer cancelled in the last ten minutes',
  }),
  deviceAlerts: Type.Array(StationDeviceAlert, { description: 'Alerts about wearables, newest first' }),
  people: Type.Array(StationPerson, { description: 'Patients of the ward; all patients without a ward' }),
  totalPeople: t.count('Number of patients in all; at most a thousand are listed', 12),
  ...signals,
  plans: Type.Array(PlanRevision, { description: 'Floor plans of the wards on the board' }),
  handovers: Type.Array(PinnedHandover, {
    description: 'Handovers that the next shift has not confirmed yet, newest first',
  }),
  morningQuestions: Type.Array(MorningQuestion, {
    description: 'Unanswered morning questions about the patients, newest first',
  }),
  onDuty: Type.Array(OnDuty, { description: 'Caregivers of the ward on duty' }),
  caregivers: Type.Array(StationCaregiver, {
    description: 'Users who may unlock the station with their PIN',
  }),
});
