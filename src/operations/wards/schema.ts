import Type from 'typebox';
import * as t from '../../platform/schema/primitives.ts';

const ShiftAlerts = t.record('ShiftAlerts', 'Alerts of a shift', {
  alerts: t.count('Alerts, without those whose wearers had moved on', 6),
  falseAlarms: t.count('Those that a caregiver called a false alarm', 2),
});

const OperationsWard = t.record('OperationsWard', 'Counts of a ward', {
  name: t.nullable(t.string('Name of the ward; null for residents and tests without one', 'East')),
  residents: t.count('Residents with an active account', 24),
  wearables: t.count('Their wearables, without disabled ones', 24),
  silentWearables: t.count('Wearables that caregivers are alerted to because they are silent', 1),
  unanswered: t.count('Falls that no caregiver has taken over', 0),
  overdueTests: t.count('Tests that are due', 3),
  coverage: t.record('WardCoverage', 'Waking minutes of yesterday, of all residents together', {
    connectedMinutes: t.count('With a reading that arrived at its time', 20_880),
    blindMinutes: t.count('Without a reading', 720),
  }),
  alerts: t.record('WardAlerts', 'Alerts of the last 7 days, today included, by shift', {
    EARLY: ShiftAlerts,
    LATE: ShiftAlerts,
    NIGHT: ShiftAlerts,
  }),
});

/** docs/operations.md, "Many installations": names of wards, no name and no ID of a person. */
export const OperationsReport = t.record('OperationsReport', 'Counts for an operator of many installations', {
  organisation: t.string('Name of the organisation', 'Haus Sonnenschein'),
  timestamp: t.timestamp('Time of the report'),
  wards: Type.Array(OperationsWard, { description: 'By name; what belongs to no ward comes last' }),
});
