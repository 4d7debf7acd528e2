import Type from 'typebox';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { batteryLevel } from '../devices/schema.ts';
import { deviceStatus } from '../people/device-summary-schema.ts';
import { OwnStation } from '../people/schema/stations.ts';
import { count, id, nullable, record, timestamp } from '../platform/schema/primitives.ts';
import { OnDuty } from '../response/schema/shifts.ts';
import { OpenFall, TeamDeviceAlert } from './board-schema.ts';
import { PinnedHandover } from './handover-schema.ts';

/** Without vital signs: visitors pass by a wall. */
const StationPerson = record('StationPerson', 'Patient on the board of a station', {
  id: id('ID of the patient'),
  name: shownName('the patient'),
  room: shownRoom(),
  deviceStatus: nullable(deviceStatus(), 'Status of the wearable with the newest reading; null without one'),
  lastSeen: nullable(timestamp('Time of its newest reading; null if never')),
  batteryLevel: nullable(batteryLevel()),
});

const StationDeviceAlert = record('StationDeviceAlert', 'Unacknowledged alert about a wearable', {
  ...TeamDeviceAlert.properties,
  alerts: Type.Array(
    record('StationAlertCopy', "A caregiver's own copy of an alert", {
      id: id('ID of the alert, to acknowledge it'),
      caregiverId: id('ID of the caregiver'),
    }),
    { description: 'The alert of each caregiver of the care team' },
  ),
});

const StationCaregiver = record('StationCaregiver', 'User who may unlock a station', {
  id: id('ID of the user'),
  name: shownName('the user'),
});

export const StationBoard = record('StationBoard', 'Board of a station', {
  station: OwnStation,
  falls: Type.Array(OpenFall, {
    description: 'Unresolved falls of the ward, and falls that the wearer cancelled in the last ten minutes',
  }),
  deviceAlerts: Type.Array(StationDeviceAlert, { description: 'Alerts about wearables, newest first' }),
  people: Type.Array(StationPerson, { description: 'Patients of the ward; all patients without a ward' }),
  totalPeople: count('Number of patients in all; at most a thousand are listed', 12),
  handovers: Type.Array(PinnedHandover, {
    description: 'Handovers that the next shift has not confirmed yet, newest first',
  }),
  onDuty: Type.Array(OnDuty, { description: 'Caregivers of the ward on duty' }),
  caregivers: Type.Array(StationCaregiver, {
    description: 'Users who may unlock the station with their PIN',
  }),
});
