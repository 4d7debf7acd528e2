// npm run benchmarks-doc: writes the results in docs/benchmarks/*.json into docs/benchmarks.md, the
// sizing in docs/operations.md and docs/many-homes.md, and README's line about Mosquitto, so that no figure is typed by
// hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchmarksPage } from './page.ts';
import { withMosquitto } from './readme.ts';
import { FOLDER, readDetection, readResults } from './results.ts';
import { withHomes, withSizing } from './sizing.ts';

const results = readResults();
const detection = readDetection();

write(`${FOLDER}.md`, () => benchmarksPage(results));
write(join('docs', 'operations.md'), (text) => withSizing(text, results, detection));
write(join('docs', 'many-homes.md'), (text) => withHomes(text, results, detection));
write('README.md', (text) => withMosquitto(text, results));

function write(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
  console.log(file);
}
