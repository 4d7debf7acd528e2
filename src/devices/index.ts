export { registerDevice } from './provisioning.ts';
export { deviceOverviewOf } from './records.ts';
export { SignalWatch } from './sensor-health/signal-watch.ts';
export { StillnessWatch } from './sensor-health/stillness.ts';
export { deviceStatus, INACTIVE_AFTER_MS } from './status.ts';
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
export { fleetBatteries } from './store/fleet.ts';
export { catchUpReports, readNewestReports, saveReports } from './store/reports.ts';
