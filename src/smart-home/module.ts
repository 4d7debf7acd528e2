import type { Module } from '../platform/module.ts';
import { openSmartHome } from './open.ts';

export const module = {
  name: 'smart-home',
  open: openSmartHome,
} as const satisfies Module<never>;
