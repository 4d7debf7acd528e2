import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

const HOUR_MS = 3_600_000;

describe('an absence', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(app, ann, rosa);
    const { token } = await logInAsAdmin(app);
    // Not the zone of the browser, nor of the machine.
    await app.call('PUT', '/admin/organisation', { token, body: { timeZone: 'Asia/Kolkata' } });
  });
  after(() => consoles.close());

  const absence = async () =>
    (await consoles.app.call('GET', `/patients/${rosa.id}`, { token: ann.token })).body.data.absence;
  /** The day and time that clocks in Kolkata show. */
  const wall = (ms: number) => new Date(ms + 5.5 * HOUR_MS).toISOString().slice(0, 16);

  it('is set in the time of the organisation, shown on the board, and ended', async () => {
    const board = await consoles.visit({ width: 390, height: 844 });
    await board.logIn(ADMIN);
    const row = board.page.getByRole('row').filter({ hasText: 'Rosa Marsh' });
    await row.waitFor();

    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    const card = visit.page.getByRole('region', { name: 'Absence' });
    await card.getByText('Not away.').waitFor();
    await card.getByRole('button', { name: 'Set absence' }).click();
    const dialog = visit.page.getByRole('dialog');
    const tomorrow = `${wall(consoles.app.clock.now() + 24 * HOUR_MS).slice(0, 10)}T15:00`;
    await dialog.getByLabel('Back at').fill(`2001${tomorrow.slice(4)}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Choose a time in the next 30 days.').waitFor();
    await dialog.getByLabel('Back at').fill(tomorrow);
    await dialog.getByLabel('Reason').fill('With her daughter');
    await visit.checkAccessibility();
    await visit.picture('absence-dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText(/Away until .*15:00 · With her daughter · Ann Lee/).waitFor();
    assert.equal((await absence()).until, new Date(`${tomorrow}:00+05:30`).toISOString());
    await row.getByText(/Away until .*15:00/).waitFor();
    await board.picture('absence-board-phone');
    await visit.picture('absence-resident');

    await card.getByRole('button', { name: 'End absence' }).click();
    await dialog.getByRole('button', { name: 'End absence' }).click();
    await card.getByText('Not away.').waitFor();
    await card.getByText('Past absences').click();
    await card.getByRole('listitem').filter({ hasText: 'With her daughter' }).waitFor();
    await row.getByText('Absence ended').waitFor();
    assert.equal(await absence(), null);
    await Promise.all([board.close(), visit.close()]);
  });

  it('is in German, and read by the resident', async () => {
    const { app } = consoles;
    const until = new Date(app.clock.now() + 48 * HOUR_MS).toISOString();
    await app.call('PUT', `/patients/${rosa.id}/absence`, { token: ann.token, body: { until } });
    await app.call('PUT', '/profile/me', { token: ann.token, body: { language: 'de' } });
    const visit = await consoles.visit();
    await visit.logIn(ann);
    await visit.page.getByText(/Abwesend bis /).waitFor();
    await visit.picture('absence-board-german');
    await visit.page.goto(`${consoles.origin}/patients/${rosa.id}`);
    await visit.page.getByRole('button', { name: 'Abwesenheit ändern' }).click();
    await visit.picture('absence-dialog-german');
    await visit.close();
    const own = await consoles.visit();
    await own.logIn(rosa);
    await own.page.getByText(/You are away until /).waitFor();
    await own.close();
  });
});
