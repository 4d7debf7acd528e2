import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAvailability } from '../../src/platform/database/availability.ts';
import { createHostChoice, NoPrimary } from '../../src/platform/database/host-choice.ts';
import { Outage } from '../../src/platform/database/outage.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { inTime } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';

test('work that hangs on a lost primary is given up although a standby answers', async (t) => {
  let isGivenUp = false;
  const { whileAvailable, close } = createAvailability({
    probe: () => Promise.reject(new NoPrimary([], new AggregateError([]), false)),
    onAway() {
      isGivenUp = true;
    },
    onUnconfirmed() {},
    onConfirmed() {},
    outage: new Outage(silentLog()),
  });
  t.after(close);
  const hanging = whileAvailable(() => new Promise<void>(() => {}));
  await assert.rejects(inTime('the work is given up', hanging), Unavailable);
  assert.ok(isGivenUp);
});

test('a choice of another host is told before anyone uses it', async () => {
  let primary = 'postgres://a/db';
  const chosen: string[] = [];
  const choose = createHostChoice(
    ['postgres://a/db', 'postgres://b/db'],
    async ({ connectionString }) => {
      const rows = [{ transaction_read_only: connectionString === primary ? 'off' : 'on' }];
      return { query: (async () => ({ rows })) as never, destroy() {} };
    },
    (url) => chosen.push(url),
  );
  await choose();
  primary = 'postgres://b/db';
  assert.equal(await choose(), primary);
  assert.deepEqual(chosen, ['postgres://a/db', 'postgres://b/db']);
});

test('a standby is asked again while a lost primary does not answer, and is used as soon as it is promoted', async () => {
  let asked = 0;
  const choose = createHostChoice(['postgres://a/db', 'postgres://b/db'], async ({ connectionString }) => {
    if (connectionString === 'postgres://a/db') return new Promise(() => {});
    asked += 1;
    const rows = [{ transaction_read_only: asked > 2 ? 'off' : 'on' }];
    return { query: (async () => ({ rows })) as never, destroy() {} };
  });
  assert.equal(await inTime('a host is chosen', choose()), 'postgres://b/db');
});
