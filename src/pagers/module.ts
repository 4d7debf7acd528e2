import type { Module } from '../platform/module.ts';
import { openPagers } from './open.ts';

export const module = {
  name: 'pagers',
  open: openPagers,
} as const satisfies Module<never>;
