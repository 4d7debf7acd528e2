import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { inProject } from '../helpers/project.ts';
import { trialWith } from './trials.ts';

const TRIALS = ['A', 'B'].flatMap((subject) => [
  trialWith({ id: `${subject} falls`, subject, seconds: 12, blowAt: 5 }),
  trialWith({ id: `${subject} walks`, subject, seconds: 25, activity: 'D01', fall: false }),
]);

test('a quick evaluation of your own recordings prints every table and writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-evaluate-'));
  try {
    const file = join(folder, 'own.ndjson.gz');
    writeFileSync(file, gzipSync(TRIALS.map((trial) => `${JSON.stringify(trial)}\n`).join('')));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'detector/evaluate.ts', '--quick', '--data', file],
      { cwd: inProject() },
    );
    assert.match(stdout, /^# Detection\n/);
    assert.match(stdout, /\| own \| your own \| 2 \(2\) \| 2 \| 0\.0 \| 2 \|/);
    assert.doesNotMatch(stdout, /NaN|undefined|wrote docs/);
    assert.match(stdout, /\| fewer \| \d/);
    for (const heading of ['One reading per second', 'Parts'])
      assert.match(stdout, new RegExp(`### ${heading}\\n[\\s\\S]*?\\| own \\| \\d`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
