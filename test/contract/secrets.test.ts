import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startTestApp } from '../helpers/app.ts';
import { CONTRACT } from './contract-table.ts';
import { fieldsOf } from './fields-of.ts';
import { scopeOf } from './scope-table.ts';

const app = await startTestApp();
after(() => app.close());

/** Names of fields that may give away a secret, or an address that needs no login. */
const SUSPICIOUS = /(?:token|secret|password|code|url|link|key|keys|hash|topic|broker|endpoint)$/i;

/** What the suspicious fields of a GET are; a new one must be judged. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  // Needs a token of its own.
  '/device/{id}/updates': ['url'],
  // Of the token itself, and ends with it: test/accounts/token-creations.test.ts.
  '/caregivers/me/calendar/feed': ['url'],
  '/wards/{id}/calendar/feed': ['url'],
  // Null for a token: test/accounts/token-creations.test.ts.
  '/profile/channels': ['endpoint', 'topic', 'url'],
  '/me': ['hasPassword', 'mayUsePasskey', 'mustChangePassword'],
  '/push/key': ['publicKey'],
  '/reports/falls': ['key'],
  '/reports/inspection': ['key'],
};

it('a token with `read` gets no secret that outlives it', async () => {
  const { body: document } = await app.call('GET', '/openapi.json');
  const found: Record<string, readonly string[]> = {};
  for (const row of CONTRACT) {
    if (row.method !== 'GET' || row.open !== undefined || scopeOf(row) !== 'read') continue;
    const names = fieldsOf(document.paths[row.path].get.responses['200'], document);
    const suspicious = [...new Set(names)].filter((name) => SUSPICIOUS.test(name)).sort();
    if (suspicious.length > 0) found[row.path] = suspicious;
  }
  assert.deepEqual(found, HARMLESS);
});
