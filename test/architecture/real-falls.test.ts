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
  'falls/store/episodes.ts',
  'falls/store/falls.ts',
  'falls/store/incident-reports.ts',
  'falls/store/noticed-falls.ts',
  'falls/store/test-alerts.ts',
  'operations/maintenance.ts',
  'response/store/alert-delivery.ts',
  'response/store/alerts.ts',
  'response/store/claim-links.ts',
  'response/store/fall-records.ts',
  'response/store/outcomes.ts',
  'response/store/responses.ts',
  'response/store/told-falls.ts',
];

test('only files that treat test alerts as falls read all falls', () => {
  const source = inProject('src');
  const found = readdirSync(source, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /\b(?:fall_events|falls_public)\b/.test(readFileSync(file, 'utf8')))
    .map((file) => relative(source, file));
  assert.deepEqual(found.sort(), WITH_TESTS);
});
