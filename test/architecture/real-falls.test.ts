import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

/**
 * docs/response.md, "Test alerts": everything else reads the view `real_falls`. These files write falls, respond to them,
 * notify people of them, or show them on the board.
 */
const WITH_TESTS: readonly string[] = [
  'app/backup.ts',
  'falls/incident-reports/store.ts',
  'falls/raise/episode-store.ts',
  'falls/raise/noticed-store.ts',
  'falls/store/falls.ts',
  'falls/test-alerts/store.ts',
  'operations/backup/folder/back-up.ts',
  'operations/maintenance.ts',
  'response/alerts/delivery-store.ts',
  'response/alerts/store.ts',
  'response/claim-links/store.ts',
  'response/fall/outcomes-store.ts',
  'response/fall/stages.ts',
  'response/fall/store.ts',
  'response/store/notified-falls.ts',
  'response/store/responses.ts',
];

test('only files that treat test alerts as falls read all falls', () => {
  const source = inProject('src');
  const found = readdirSync(source, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\b(?:fall_events|falls_public)\b/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file));
  assert.deepEqual(
    found.sort(),
    WITH_TESTS,
    'Read the view real_falls; a file that must read test alerts too belongs in WITH_TESTS.',
  );
});
