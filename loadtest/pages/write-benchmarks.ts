// npm run benchmarks-doc: writes the results in docs/benchmarks/*.json into docs/benchmarks.md, the
// sizing in docs/operations.md, and README's line about Mosquitto, so that no figure is typed by hand.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../result-file.ts';
import { benchmarksPage, type Named } from './page.ts';
import { withMosquitto } from './readme.ts';
import { withSizing } from './sizing.ts';

const FOLDER = join('docs', 'benchmarks');

const results = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map(
    (file): Named => ({
      name: file.replace('.json', ''),
      result: JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Result,
    }),
  );

write(`${FOLDER}.md`, () => benchmarksPage(results));
write(join('docs', 'operations.md'), (text) => withSizing(text, results));
write('README.md', (text) => withMosquitto(text, results));

function write(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
  console.log(file);
}
