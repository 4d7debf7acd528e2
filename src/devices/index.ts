export { registerDevice } from './provisioning.ts';
export { deviceOverviewOf } from './records.ts';
export { SHAKE_TEST_MS } from './shake-test.ts';
export { SignalWatch } from './signal-watch.ts';
export { deviceStatus, INACTIVE_AFTER_MS } from './status.ts';
export { StillnessWatch } from './stillness.ts';
export type { NewDeviceLogEntry } from './store/device-logs.ts';
export {
  countSeenSince,
  type DeviceReport,
  type DeviceRow,
  devicesOf,
  findDevicesByMac,
  ownersOfWorryingReports,
} from './store/devices.ts';
export { wornDevices } from './store/export.ts';
export { catchUpReports, readNewestReports, saveReports } from './store/reports.ts';
