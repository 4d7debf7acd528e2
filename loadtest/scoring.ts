// npm run loadtest -- scoring: what a reading costs in the scoring thread: its window read from the ring, and scored.
// Bundled as it would run from dist/: under tsx every call of an imported function goes through a getter.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export async function run(args: string[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-scoring-'));
  try {
    const outfile = join(folder, 'measure.mjs');
    buildSync({
      entryPoints: [fileURLToPath(new URL('./scoring/measure.ts', import.meta.url))],
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
    });
    return spawnSync(process.execPath, [outfile, ...args], { stdio: 'inherit' }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
