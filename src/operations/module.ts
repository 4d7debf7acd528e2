import type { Module } from '../platform/module.ts';
import { createOperationMetrics } from './metrics.ts';

export const module = {
  name: 'operations',
  metrics: createOperationMetrics,
} as const satisfies Module<never>;
