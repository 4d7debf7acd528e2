import type { Module } from '../platform/module.ts';
import { deviceClientFrames, deviceServerFrames } from './frames-schema.ts';
import { createDeviceMetrics } from './metrics.ts';
import { deviceSwitchRoutes } from './routes/admin.ts';
import { deviceRoutes, patientDevicesRoute } from './routes/devices.ts';
import { fleetRoute } from './routes/fleet.ts';
import { wearableRoutes } from './routes/wearables.ts';
import { wearerSignalRoutes } from './routes/wearer-signals.ts';
import { shakeTestRoutes } from './shake-test/routes.ts';
import { exportSources } from './store/export.ts';
import { thresholdRoutes } from './watch/threshold-routes.ts';
import { wardLimitRoutes } from './watch/ward-limit-routes.ts';

export const module = {
  name: 'devices',
  routes: [
    deviceRoutes,
    patientDevicesRoute,
    wearableRoutes,
    shakeTestRoutes,
    wearerSignalRoutes,
    thresholdRoutes,
    wardLimitRoutes,
    fleetRoute,
    deviceSwitchRoutes,
  ],
  metrics: createDeviceMetrics,
  personalData: { files: exportSources },
  frames: { server: deviceServerFrames, client: deviceClientFrames },
} as const satisfies Module<never>;
