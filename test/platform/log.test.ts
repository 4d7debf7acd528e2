import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedLog } from '../../src/platform/log.ts';
import { silentLog } from '../helpers/silent-log.ts';

test('warnings and errors are counted by component, and written as before', () => {
  const written: string[] = [];
  const write = (_fields: object, line: string) => void written.push(line);
  const counts = new Map<string, number>();
  const log = countedLog(
    silentLog({ info: write, warn: write, error: write }),
    ({ component, level }) =>
      void counts.set(`${component} ${level}`, (counts.get(`${component} ${level}`) ?? 0) + 1),
  );
  log.info({}, 'outbox: opened');
  log.error({}, 'outbox: check failed');
  log.error({}, 'outbox: callback of a delivery failed');
  log.warn({}, 'home broker: publishing failed: retrying');
  log.warn({}, 'HOST is public');
  assert.deepEqual(
    [...counts],
    [
      ['outbox error', 2],
      ['home broker warn', 1],
      ['other warn', 1],
    ],
  );
  assert.equal(written.length, 5);
});
