import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../result-file.ts';
import type { Named } from './page.ts';

export const FOLDER = join('docs', 'benchmarks');

export const readResults = (): Named[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({
      name: file.replace('.json', ''),
      result: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Result,
    }));

/** Written by `npm run evaluate`. */
export const readDetection = (): string => readFileSync(join('docs', 'detection.md'), 'utf8');
