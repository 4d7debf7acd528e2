import type { Module } from '../platform/module.ts';
import { readingClientFrames, readingServerFrames } from './frames-schema.ts';
import { lowScoresRoute } from './low-scores.ts';
import { createReadingMetrics } from './metrics.ts';
import { assessmentsChannel, readingChannels } from './mqtt/channels-schema.ts';
import { readingHistoryRoute, submitBacklogRoute, submitReadingRoute } from './routes.ts';
import { exportSources } from './store/export.ts';
import { wearerDetectorRoutes } from './wearer/routes.ts';
import { profilePart } from './wearer/store.ts';

export const module = {
  name: 'readings',
  routes: [submitReadingRoute, submitBacklogRoute, readingHistoryRoute, lowScoresRoute, wearerDetectorRoutes],
  metrics: createReadingMetrics,
  personalData: { profile: [profilePart], files: exportSources },
  frames: { server: readingServerFrames, client: readingClientFrames },
  mqttChannels: [...readingChannels, assessmentsChannel],
} as const satisfies Module<never>;
