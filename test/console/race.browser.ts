import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { deleteFalls } from '../helpers/falls.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const PIN = '4711';
const WAS_FIRST = 'Bob Ray was first and is going to room 14.';

describe('a caregiver who loses the race for a claim', () => {
  let consoles: Consoles;
  let rosa: Person;
  let omar: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    omar = await signUp(app, 'PATIENT', { firstName: 'Omar', lastName: 'Haddad' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    for (const caregiver of [ann, bob])
      for (const patient of [rosa, omar]) await assign(app, caregiver, patient);
    await sql(app.databaseUrl, `UPDATE users SET room = '14' WHERE id = $1`, [rosa.id]);
  });
  afterEach(() => deleteFalls(consoles.app));
  after(() => consoles.close());

  async function fall({ token }: Person): Promise<string> {
    const { status, body } = await consoles.app.call('POST', '/falls', { token, body: { confidence: 0.95 } });
    assert.equal(status, 201);
    return body.data.id;
  }
  const bobClaims = async (id: string) => {
    const { status } = await consoles.app.call('POST', `/falls/${id}/claim`, { token: bob.token, body: {} });
    assert.equal(status, 200);
  };
  const cardOf = ({ page }: Visit, name: string) => page.locator('.alert-card').filter({ hasText: name });
  /** The time of the page stands still from here on. */
  async function stopTime({ page }: Visit): Promise<void> {
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
  }
  const topOf = async (card: Locator) => (await card.boundingBox())?.y ?? Number.NaN;
  async function movesUp(visit: Visit, card: Locator, from: number): Promise<void> {
    await visit.page.clock.runFor(3_000);
    await eventually('the next resident takes the place', async () => (await topOf(card)) < from);
  }

  for (const [name, size] of [
    ['desktop', {}],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    it(`is told who goes, and the next card stays where it is for two seconds, on a ${name}`, async () => {
      const first = await fall(rosa);
      await fall(omar);
      const visit = await consoles.visit(size);
      const { page } = visit;
      await page.clock.install();
      let arrive = (): void => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      await page.route('**/claim', async (route) => {
        await bobClaims(first);
        arrive();
        await route.continue();
      });
      await visit.logIn(ann);
      const [card, next] = [cardOf(visit, 'Rosa Marsh'), cardOf(visit, 'Omar Haddad')];
      await next.getByRole('button', { name: "I'm going" }).waitFor();
      await page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      await stopTime(visit);
      const top = await topOf(next);
      // Without a pointer, which would hold the order.
      await card.getByRole('button', { name: "I'm going" }).dispatchEvent('click');
      await arrived;
      await page.getByText(WAS_FIRST).waitFor();
      await card.getByText('Bob Ray is going').waitFor();
      assert.equal(await topOf(next), top);
      await visit.picture(`race-${name}`, { fullPage: false });
      await movesUp(visit, next, top);
      await visit.checkWidth();
      await visit.close();
    });

  it('is told so at a station', async () => {
    const { app } = consoles;
    await app.call('PUT', '/profile/pin', { token: ann.token, body: { pin: PIN } });
    const { token } = await logInAsAdmin(app);
    const station = await app.call('POST', '/stations', { token, body: { name: 'Office' } });
    assert.equal(station.status, 201, JSON.stringify(station.body));
    const first = await fall(rosa);
    await fall(omar);
    const visit = await consoles.visit({ width: 1280, height: 800 });
    const { page } = visit;
    const enrolled = await visit.context.request.post('/api/stations/enrol', {
      data: { code: station.body.data.code },
    });
    assert.ok(enrolled.ok(), await enrolled.text());
    await page.clock.install();
    await visit.open('/station');
    const [card, next] = [cardOf(visit, 'Rosa Marsh'), cardOf(visit, 'Omar Haddad')];
    await next.waitFor();
    await page.getByText('Live').waitFor();
    const dialog = page.getByRole('dialog');
    await card.getByRole('button', { name: "I'm going" }).click();
    await dialog.getByRole('button', { name: 'Ann Lee' }).click();
    for (const digit of PIN) await dialog.getByRole('button', { name: digit, exact: true }).click();
    await stopTime(visit);
    const top = await topOf(next);
    await bobClaims(first);
    await card.getByText('Bob Ray is going').waitFor();
    assert.equal(await topOf(next), top);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.getByText(WAS_FIRST).waitFor();
    await visit.picture('race-station', { fullPage: false });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await movesUp(visit, next, top);
    await visit.close();
  });
});
