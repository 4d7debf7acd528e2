import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { assertNone } from './remedy.ts';

/** The rules are new, and biome.json silently ignores them in the wrong place. */
test('the linter refuses an unhandled promise', () => {
  const project = mkdtempSync(join(tmpdir(), 'vigil-lint-'));
  try {
    cpSync(inProject('biome.json'), join(project, 'biome.json'));
    mkdirSync(join(project, 'src'));
    const source = 'export function forget(save: () => Promise<void>): void {\n  save();\n}\n';
    writeFileSync(join(project, 'src', 'forget.ts'), source);
    const args = ['lint', '--vcs-enabled=false', '.'];
    const { status, stderr } = spawnSync(inProject('node_modules', '.bin', 'biome'), args, {
      cwd: project,
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /noFloatingPromises/);
  } finally {
    rmSync(project, { recursive: true });
  }
});

test('no timer gets an async function, whose rejection would be unhandled; the linter misses these', () => {
  const wrong = ['src', 'workers'].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /\bset(Interval|Timeout|Immediate)\(\s*async\b/.test(readFileSync(inProject(folder, file), 'utf8')),
      ),
  );
  assertNone(
    wrong,
    'Use startPeriodic of src/platform/batching/periodic.ts, or handle the rejection in the timer.',
  );
});
