import type { Module } from '../platform/module.ts';
import { updateChannels } from './mqtt-schema.ts';
import { openUpdates } from './open.ts';
import { retention } from './retention.ts';

export const module = {
  name: 'updates',
  open: openUpdates,
  retention,
  mqttChannels: updateChannels,
} as const satisfies Module<never>;
