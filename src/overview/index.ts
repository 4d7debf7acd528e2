export { wornBy } from './board.ts';
export type { PatientHealth } from './patient-health.ts';
