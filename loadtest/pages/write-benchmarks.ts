// Writes the results of load tests into the documents, so that no figure is typed by hand:
//   npm run benchmarks-doc             docs/benchmarks.md, its plots, the sizing in docs/operations.md, and README's line about
//                                      Mosquitto, from docs/benchmarks/*.json
//   npm run benchmarks-doc -- FILE …   the plots of these results of `npm run loadtest -- … --json FILE`, beside them
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Result } from '../result-file.ts';
import { benchmarksPage, type Named, plotFile } from './page.ts';
import { linePlot } from './plot/lines.ts';
import { withMosquitto } from './readme.ts';
import { withSizing } from './sizing.ts';

const FOLDER = join('docs', 'benchmarks');
const PAGE = join('docs', 'benchmarks.md');
const README = 'README.md';
const OPERATIONS = join('docs', 'operations.md');

const { positionals: given } = parseArgs({ allowPositionals: true });
const files = given.length > 0 ? given : resultsIn(FOLDER);
if (files.length === 0) {
  console.error(`there are no results in ${FOLDER}/ yet: npm run loadtest -- all writes them`);
  process.exit(1);
}

const results = files.map(
  (file): Named => ({
    name: basename(file, '.json'),
    result: JSON.parse(readFileSync(file, 'utf8')) as Result,
  }),
);

for (const [i, { name, result }] of results.entries()) {
  for (const plot of result.plots) {
    write(join(dirname(files[i] ?? ''), plotFile(name, plot.name)), linePlot(plot));
  }
}
if (given.length === 0) {
  write(PAGE, benchmarksPage(results));
  write(OPERATIONS, withSizing(readFileSync(OPERATIONS, 'utf8'), results));
  write(README, withMosquitto(readFileSync(README, 'utf8'), results));
}

function write(file: string, text: string): void {
  writeFileSync(file, text);
  console.log(file);
}

function resultsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return names.map((file) => join(folder, file));
}
