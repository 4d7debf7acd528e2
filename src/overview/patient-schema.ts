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
import { WearerDetector } from '../readings/detector-schema.ts';
import { SensorRules } from '../sensors/schema.ts';

const Vitals = record('Vitals', 'Latest vital signs', {
  heartRate: nullable(heartRate()),
  bloodPressure: nullable(string('Blood pressure; always null, because no wearable measures it', '120/80')),
  oxygenSaturation: nullable(spo2()),
});

/** docs/contract.md, "Health score". */
export const HealthSummary = record('HealthSummary', 'Health summary of a patient', {
  patientId: id('ID of the patient'),
  healthScore: healthScore(),
  riskScore: integer(0, 100, 'points', 'Risk score: 100 minus the health score', 4),
  isHighRisk: boolean('True if the risk score is 75 or more', false),
  vitals: Vitals,
  lastUpdate: nullable(timestamp('Time of the last reading; null before the first')),
});

const { signalStrength, wifiConnected, sensorsInitialized, warnings } = DeviceStatusView.properties;

const DeviceOverview = record('DeviceOverview', 'Wearable with its last status report', {
  ...Device.properties,
  signalStrength,
  wifiConnected,
  sensorsInitialized,
  warnings,
});

/** Everything a patient's page shows, in one answer. */
export const PatientOverview = record('PatientOverview', 'Overview of a patient', {
  patient: Patient,
  health: HealthSummary,
  devices: Type.Array(DeviceOverview, { description: "The patient's devices" }),
  falls: Type.Array(ListedFall, { description: 'The newest 50 falls' }),
  totalFalls: count('Number of all falls', 1),
  detector: WearerDetector,
  sensorRules: SensorRules.properties.rules,
  smartHome: boolean('True if the service is connected to a smart home, which may show the patient', true),
});
