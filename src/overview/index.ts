export type { PatientHealth } from './patient-health.ts';
