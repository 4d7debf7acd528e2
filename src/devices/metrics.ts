import type { Metrics } from '../platform/metrics.ts';

export interface DeviceMetrics {
  /** A device log entry could not be written for too long. */
  dropped(what: 'device_log_entry'): void;
}

export const createDeviceMetrics = (metrics: Metrics): DeviceMetrics => ({
  dropped: metrics.drops('device_log_entry'),
});
