import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Named } from '../../loadtest/pages/page.ts';
import type { Result } from '../../loadtest/result-file.ts';
import { inProject } from './project.ts';

/** The results in docs/benchmarks. */
export function resultsOfFolder(): Named[] {
  const folder = inProject('docs', 'benchmarks');
  return readdirSync(folder).map((file) => ({
    name: basename(file, '.json'),
    result: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Result,
  }));
}
