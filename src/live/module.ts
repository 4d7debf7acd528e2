import type { Module } from '../platform/module.ts';
import { liveClientFrames, liveServerFrames } from './frames-schema.ts';
import { createLiveMetrics } from './metrics.ts';
import { retention } from './retention.ts';

export const module = {
  name: 'live',
  metrics: createLiveMetrics,
  retention,
  frames: { server: liveServerFrames, client: liveClientFrames },
} as const satisfies Module<never>;
