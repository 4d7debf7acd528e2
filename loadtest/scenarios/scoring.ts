import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { atTheEnd } from '../machine/clean-up.ts';
import { doing } from '../progress.ts';
import { count } from '../rules/options.ts';
import { scenario } from '../scenario.ts';
import type { WayMeasured } from '../scoring/measure.ts';

export const scoring = scenario({
  about: 'CPU time of a reading in the scoring thread: reading its window from the ring, and scoring it.',
  options: { readings: count(20_000, 'readings per round') },
  async run({ readings }) {
    const folder = mkdtempSync(join(tmpdir(), 'vigil-scoring-'));
    const remove = atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
    const outfile = join(folder, 'measure.mjs');
    // Bundled, because under tsx every call of an imported function goes through a getter.
    buildSync({
      entryPoints: ['loadtest/scoring/measure.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    // The detector loads its weights from its own folder.
    cpSync('src/readings/scoring/weights.json', join(folder, 'weights.json'));
    doing(`scoring ${readings} readings per round`);
    const { stdout, status } = spawnSync(process.execPath, [outfile, String(readings)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await remove();
    if (status !== 0) throw new Error(`measuring ended with ${status}`);
    const ways = JSON.parse(stdout) as WayMeasured[];
    const slow = ways.filter(({ most, median }) => !(median <= most));
    const unlike = ways.filter(({ asIntended }) => !asIntended);
    const allBut = (some: readonly WayMeasured[]) =>
      some.length === 0 ? 'all' : `not: ${some.map(({ name }) => name).join('; ')}`;
    return {
      tables: [
        {
          title: 'CPU time of one score',
          rows: ways.map(({ name, most, median, best, asked }) => ({
            name,
            figures: { 'median µs': median, 'best µs': best, 'at most µs': most, 'by a network %': asked },
          })),
        },
      ],
      checks: [
        {
          name: 'every kind of reading is scored within its limit',
          found: allBut(slow),
          holds: slow.length === 0,
        },
        {
          name: 'a network runs exactly while an impact is in the window',
          found: allBut(unlike),
          holds: unlike.length === 0,
        },
      ],
    };
  },
});
