import type { Module } from '../platform/module.ts';
import { createResponseMetrics } from './metrics.ts';
import { retention } from './retention.ts';
import { sealedSecrets } from './roster/feed-store.ts';
import { responseClientFrames, responseServerFrames } from './schema/frames.ts';
import { alertsChannel } from './schema/mqtt-alerts.ts';
import { exportSources, profilePart } from './store/export.ts';

export const module = {
  name: 'response',
  metrics: createResponseMetrics,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart], files: exportSources },
  frames: { server: responseServerFrames, client: responseClientFrames },
  mqttChannels: [alertsChannel],
} as const satisfies Module<never>;
