import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { startTestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';

describe('the generator of a year of falls', () => {
  it('leaves no alert open, and writes nothing in the future', async (t) => {
    const app = await startTestApp();
    t.after(() => app.close());
    const [caregiver, cared] = [await signUp(app, 'CAREGIVER'), await signUp(app, 'PATIENT')];
    await assign(app, caregiver, cared);
    // One without a care team.
    await signUp(app, 'PATIENT');
    const generator = await readFile('scripts/year-of-falls.sql', 'utf8');
    await sql(app.databaseUrl, `BEGIN; SET LOCAL vigil.falls = 1500; ${generator} COMMIT;`);
    const [found] = await sql(
      app.databaseUrl,
      `SELECT count(*)::int AS falls, count(*) FILTER (WHERE state <> 'RESOLVED')::int AS open,
              count(*) FILTER (WHERE resolved_at > now())::int AS ahead,
              count(*) FILTER (WHERE exhausted_at IS NOT NULL)::int > 0 AS "hasUnanswered"
       FROM responses`,
    );
    assert.ok(found?.falls > 1_400);
    assert.deepEqual(
      { ...found, falls: undefined },
      { falls: undefined, open: 0, ahead: 0, hasUnanswered: true },
    );
    const { body } = await app.call('GET', '/board', caregiver);
    assert.deepEqual(body.data.falls, []);
  });
});
