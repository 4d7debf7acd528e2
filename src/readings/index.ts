export { createErasure } from './erase-readings.ts';
export { RECENT_FALLS_MS } from './registry/device.ts';
export type { DeviceRegistry } from './registry/registry.ts';
export { type Trend, trendsOf } from './store/trends.ts';
export type { WriteMonitor } from './store/write-monitor.ts';
