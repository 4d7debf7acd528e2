import Type from 'typebox';
import { Device, DeviceStatusView, heartRate, spo2 } from '../devices/schema.ts';
import { ListedFall } from '../falls/schema.ts';
import { healthScore } from '../people/health-score-schema.ts';
import { Patient } from '../people/schema/patients.ts';
import {
  boolean,
  count,
  id,
  integer,
  nullable,
  record,
  string,
  timestamp,
} from '../platform/schema/primitives.ts';

const Vitals = record('Vitals', 'What was last measured', {
  heartRate: nullable(heartRate()),
  bloodPressure: nullable(string('Blood pressure; always null, because nothing measures it', '120/80')),
  oxygenSaturation: nullable(spo2()),
});

/** docs/contract.md, "Health score". */
export const HealthSummary = record('HealthSummary', 'How well a patient is', {
  patientId: id('Of the patient'),
  healthScore: healthScore(),
  riskScore: integer(0, 100, 'points', '100 less the health score', 4),
  isHighRisk: boolean('The risk score is 75 or more', false),
  vitals: Vitals,
  lastUpdate: nullable(timestamp('When the last reading came; null before the first')),
});

const { signalStrength, wifiConnected, sensorsInitialized } = DeviceStatusView.properties;

const DeviceOverview = record('DeviceOverview', 'A wearable, with what it last said of itself', {
  ...Device.properties,
  signalStrength,
  wifiConnected,
  sensorsInitialized,
});

/** Everything a patient's page shows, in one answer. */
export const PatientOverview = record('PatientOverview', 'All that the page of one patient shows', {
  patient: Patient,
  health: HealthSummary,
  devices: Type.Array(DeviceOverview, { description: "The patient's devices" }),
  falls: Type.Array(ListedFall, { description: 'The newest 50 falls' }),
  totalFalls: count('How many falls there are in all', 1),
});
