import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('a morning question in the console', () => {
  let consoles: Consoles;
  let nurses: readonly Person[];
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    nurses = [await signUp(app, 'CAREGIVER'), await signUp(app, 'CAREGIVER')];
    const edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    for (const nurse of nurses) await assign(app, nurse, edith);
    await sql(app.databaseUrl, `UPDATE users SET room = '14' WHERE id = $1`, [edith.id]);
    await sql(
      app.databaseUrl,
      `WITH fall AS (INSERT INTO fall_events (user_id, confidence, status, source, created_at)
         VALUES ($1, 0.45, 'SUSPICIOUS', 'STREAM', now() - interval '4 hours') RETURNING id)
       INSERT INTO morning_questions (day, patient_id, fall_id, still_minutes, created_at)
       SELECT now(), $1, id, 20, now() FROM fall`,
      [edith.id],
    );
  });
  after(() => consoles.close());

  it('is answered with a tap, and leaves the boards of the colleagues', async () => {
    const [first, second] = [await consoles.visit(), await consoles.visit()];
    await Promise.all([first, second].map((visit, i) => visit.logIn(nurses[i] as Person)));
    const sentence =
      /^Please look in on Edith Brandt, room 14: .+, a hard movement, then still for 20 minutes\.$/;
    await second.page.getByText(sentence).waitFor();
    const card = first.page.getByRole('region', { name: 'Last night' });
    await card.getByText(sentence).waitFor();
    await first.checkAccessibility();
    await first.picture('board-morning-question');
    await card.getByRole('button', { name: 'Had fallen' }).click();
    await card.waitFor({ state: 'detached' });
    await second.page.getByText(sentence).waitFor({ state: 'detached' });
    const [question] = await sql(consoles.app.databaseUrl, 'SELECT answer FROM morning_questions');
    assert.equal(question?.answer, 'had_fallen');
  });
});
