/**
 * npm run train [-- --data FILE …] [--seed N] [--dry-run | --quick]: trains the networks with PyTorch (training/README.md)
 * and writes src/readings/scoring/weights.json, test/scoring/parity.json and training/folds.json.gz.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { RECORDINGS, requireRecordings } from './recordings.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PLACES: Readonly<Record<string, string>> = {
  'weights.json': 'src/readings/scoring/weights.json',
  'parity.json': 'test/scoring/parity.json',
  'folds.json.gz': 'training/folds.json.gz',
};

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [...RECORDINGS] },
    seed: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});

try {
  requireRecordings(values.data);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
const python = findPython();
const out = mkdtempSync(join(tmpdir(), 'vigil-training-'));
try {
  const { status } = spawnSync(
    python,
    [
      join(ROOT, 'training', 'train.py'),
      ...['--data', ...values.data],
      ...['--out', out, '--commit', commit()],
      ...(values.seed === undefined ? [] : ['--seed', values.seed]),
      ...(values.quick ? ['--quick'] : []),
    ],
    { stdio: 'inherit', cwd: ROOT },
  );
  process.exitCode = status ?? 1;
  // Networks that learnt almost nothing must not be released.
  if (status === 0 && !values['dry-run'] && !values.quick) {
    for (const [file, place] of Object.entries(PLACES)) copyFileSync(join(out, file), join(ROOT, place));
  }
} finally {
  rmSync(out, { recursive: true, force: true });
}

/** The first python3 with PyTorch; Debian's own, if another is first in the PATH. */
function findPython(): string {
  const found = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', 'import numpy, torch']).status === 0,
  );
  if (found !== undefined) return found;
  console.error(
    'Training needs Python 3.10 or newer with NumPy and PyTorch. On Debian:\n  apt-get install --no-install-recommends python3-torch python3-numpy',
  );
  process.exit(1);
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
}
