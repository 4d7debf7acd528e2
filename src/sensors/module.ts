import type { Module } from '../platform/module.ts';
import { sensorChannels } from './mqtt-schema.ts';
import { openSensors } from './open.ts';
import { retention } from './retention.ts';
import { exportSources } from './store/events.ts';
import { profilePart } from './store/rules.ts';

export const module = {
  name: 'sensors',
  open: openSensors,
  retention,
  personalData: { profile: [profilePart], files: exportSources },
  mqttChannels: sensorChannels,
} as const satisfies Module<never>;
