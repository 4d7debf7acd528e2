import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { isForTimescale, ON_OWN_SERVERS, WITHOUT_READINGS } from '../timescale-files.ts';

const READINGS =
  /helpers\/readings|sensor-stream|sensor_readings|reading_signals|packed_readings|\breadings\b/;
const OWN_SERVERS = /startDatabasePair\(|startEmbeddedPostgres\(/;
const OTHER_SERVERS = /createTestDatabase|startTestApp\(\)/;

const textOf = (file: string): Promise<string> => readFile(inProject('test', file), 'utf8');

describe('the tests that do not run on TimescaleDB', () => {
  for (const file of WITHOUT_READINGS)
    it(`${file} has nothing to do with readings`, async () => {
      assert.doesNotMatch(await textOf(file), READINGS);
    });

  for (const file of ON_OWN_SERVERS)
    it(`${file} uses only servers that it starts itself`, async () => {
      const text = await textOf(file);
      assert.match(text, OWN_SERVERS);
      assert.doesNotMatch(text, OTHER_SERVERS);
    });

  it('leave the others of their folders there', () => {
    assert.ok(isForTimescale('readings/timescale.test.ts'));
    assert.ok(!isForTimescale('faults/disk-full.test.ts'));
    assert.ok(!isForTimescale('accounts/login.test.ts'));
  });
});
