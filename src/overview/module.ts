import type { Module } from '../platform/module.ts';
import { overviewServerFrames } from './handover-schema.ts';
import { handoverProfile } from './handover-store.ts';

export const module = {
  name: 'overview',
  personalData: { profile: [handoverProfile] },
  frames: { server: overviewServerFrames },
} as const satisfies Module<never>;
