import type { Module } from '../platform/module.ts';
import { exportSources } from './export.ts';
import { openCoverage } from './open.ts';
import { retention } from './retention.ts';

export const module = {
  name: 'coverage',
  retention,
  personalData: { files: exportSources },
  open: openCoverage,
} as const satisfies Module<never>;
