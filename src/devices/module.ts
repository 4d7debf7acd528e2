import type { Module } from '../platform/module.ts';
import { deviceClientFrames, deviceServerFrames } from './frames-schema.ts';
import { createDeviceMetrics } from './metrics.ts';
import { exportSources } from './store/export.ts';

export const module = {
  name: 'devices',
  metrics: createDeviceMetrics,
  personalData: { files: exportSources },
  frames: { server: deviceServerFrames, client: deviceClientFrames },
} as const satisfies Module<never>;
