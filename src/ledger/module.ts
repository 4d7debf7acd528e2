import type { Module } from '../platform/module.ts';
import { openLedger } from './open.ts';

export const module = { name: 'ledger', open: openLedger } as const satisfies Module<never>;
