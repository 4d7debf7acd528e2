import type { Module } from '../platform/module.ts';
import { createFallMetrics } from './metrics.ts';
import { answersChannel } from './mqtt-schema.ts';
import { retention } from './retention.ts';
import { exportSources } from './store/export.ts';

export const module = {
  name: 'falls',
  metrics: createFallMetrics,
  retention,
  personalData: { files: exportSources },
  mqttChannels: [answersChannel],
} as const satisfies Module<never>;
