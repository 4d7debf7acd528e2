import type { Module } from '../platform/module.ts';
import { phoneHooks } from './hooks.ts';
import { PHONE_HOOKS } from './hooks-schema.ts';
import { openPhones } from './open.ts';
import { retention } from './retention.ts';

export const module = {
  name: 'phones',
  open: openPhones,
  pages: [phoneHooks],
  hooks: PHONE_HOOKS,
  retention,
} as const satisfies Module<never>;
