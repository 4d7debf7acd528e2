import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { logIn } from '../helpers/people.ts';
import { startScimApp } from './scim-app.ts';

const USERS = 400;
/** As many requests as a big directory sends at once. */
const AT_ONCE = 20;

test('a directory writes 400 users in a burst within the rate limits, while others log in', async () => {
  const scim = await startScimApp({ RATE_LIMIT_GLOBAL: '100', RATE_LIMIT_LOGIN: '10' });
  try {
    const made: string[] = [];
    let next = 0;
    const write = async (): Promise<void> => {
      for (let n = next++; n < USERS; n = next++) {
        const userName = `burst${n}@directory.example`;
        if (n % 4 === 0) {
          const filter = encodeURIComponent(`userName eq "${userName}"`);
          assert.equal((await scim.ok('GET', `/Users?filter=${filter}`)).totalResults, 0);
        }
        made.push((await scim.ok('POST', '/Users', { userName, externalId: `${n}` })).id);
      }
    };
    const writing = Promise.all(Array.from({ length: AT_ONCE }, write));
    for (let n = 0; n < 5; n++) await logIn(scim.app, ADMIN);
    await writing;
    assert.equal(new Set(made).size, USERS);
    const group = await scim.ok('POST', '/Groups', {
      displayName: 'Nurses',
      members: made.map((value) => ({ value })),
    });
    assert.equal(group.members.length, USERS);
    await scim.app.pass(1_000);
    const { body } = await scim.app.call('GET', '/admin/users?role=CAREGIVER&status=active&limit=1', {
      token: scim.admin.token,
    });
    assert.equal((body as Json).pagination.total, USERS);
    // The limit of everything else is that of before.
    const others = await Promise.all(
      Array.from({ length: 101 }, () => scim.app.call('GET', '/me', { token: scim.admin.token })),
    );
    assert.ok(others.some(({ status }) => status === 429));
  } finally {
    await scim.close();
  }
});
