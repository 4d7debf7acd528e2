import Type from 'typebox';
import { PatientDay } from '../coverage/day-schema.ts';
import { Device, DeviceStatusView, heartRate, spo2 } from '../devices/schema.ts';
import { ListedFall } from '../falls/schema.ts';
import { HealthCauses, healthScore } from '../people/health-score-schema.ts';
import { Patient } from '../people/schema/patients.ts';
import * as t from '../platform/schema/primitives.ts';
import { WearerDetector } from '../readings/wearer/schema.ts';
import { SensorRules } from '../sensors/schema.ts';

const Vitals = t.record('Vitals', 'Latest vital signs', {
  heartRate: t.nullable(heartRate()),
  bloodPressure: t.nullable(
    t.string('Blood pressure; always null, because no wearable measures it', '120/80'),
  ),
  oxygenSaturation: t.nullable(spo2()),
});

/** docs/contract.md, "Health score". */
export const HealthSummary = t.record('HealthSummary', 'Health summary of a patient', {
  patientId: t.id('ID of the patient'),
  healthScore: healthScore(),
  riskScore: t.integer(0, 100, 'points', 'Risk score: 100 minus the health score', 4),
  isHighRisk: t.boolean('True if the risk score is 75 or more', false),
  causes: HealthCauses,
  vitals: Vitals,
  lastUpdate: t.nullable(t.timestamp('Time of the last reading; null before the first')),
});

const { signalStrength, wifiConnected, sensorsInitialized, warnings } = DeviceStatusView.properties;

const DeviceOverview = t.record('DeviceOverview', 'Wearable with its last status report', {
  ...Device.properties,
  signalStrength,
  wifiConnected,
  sensorsInitialized,
  warnings,
});

/** Everything a patient's page shows, in one reply. */
export const PatientOverview = t.record('PatientOverview', 'Overview of a patient', {
  patient: Patient,
  health: HealthSummary,
  day: PatientDay,
  devices: Type.Array(DeviceOverview, { description: "The patient's devices" }),
  falls: Type.Array(ListedFall, { description: 'The newest 50 falls' }),
  totalFalls: t.count('Number of all falls', 1),
  detector: WearerDetector,
  sensorRules: SensorRules.properties.rules,
  smartHome: t.boolean('True if the service is connected to a smart home, which may show the patient', true),
});
