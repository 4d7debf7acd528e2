export {
  couldBeHighRisk,
  type HealthEvidence,
  healthScore,
  isHighRisk,
  riskScore,
  vitalsOutOfRange,
} from './health-score.ts';
export { registerDevice } from './provisioning.ts';
export { UnitWatch, unitWarnings } from './reading-units.ts';
export { deviceOverviewOf } from './records.ts';
export { devicePaths } from './routes/device-path.ts';
export { deviceStatus, INACTIVE_AFTER_MS } from './status.ts';
export type { NewDeviceLogEntry } from './store/device-logs.ts';
export {
  countSeenSince,
  type DeviceReport,
  type DeviceRow,
  devicesOf,
  findDeviceByMac,
  findDevicesByMac,
  ownersOfWorryingReports,
} from './store/devices.ts';
export { type WornDevice, wornDevices } from './store/export.ts';
export {
  catchUpReports,
  type NewestReports,
  newestReadings,
  type ReadReports,
  saveReports,
  withReport,
} from './store/reports.ts';
export { findTokenHolders } from './store/tokens.ts';
export { isDeviceToken } from './tokens.ts';
