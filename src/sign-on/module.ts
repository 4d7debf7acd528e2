import type { Module } from '../platform/module.ts';
import { profilePart } from './export.ts';
import { openSignOn } from './open.ts';
import { retention } from './retention.ts';
import { sealedSecrets } from './session-store.ts';

export const module = {
  name: 'sign-on',
  open: openSignOn,
  retention,
  secrets: sealedSecrets,
  personalData: { profile: [profilePart] },
} as const satisfies Module<never>;
