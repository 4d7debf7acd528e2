import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

/** The linter refuses promises that nobody handles (biome.json), but does not know what a timer does with one. */
test('no timer is given an async function, whose rejection nobody would handle', () => {
  const wrong = ['src', 'workers'].flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .filter((file) =>
        /\bset(Interval|Timeout|Immediate)\(\s*async\b/.test(readFileSync(inProject(folder, file), 'utf8')),
      ),
  );
  assert.deepEqual(wrong, []);
});
