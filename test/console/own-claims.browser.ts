import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { deleteFalls } from '../helpers/falls.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit, type VisitOptions } from './browser.ts';

const ALERTS = 50;
const SCREENS: Readonly<Record<string, VisitOptions>> = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 390, height: 844 },
};

describe("the user's own claims", () => {
  let consoles: Consoles;
  let ann: Person;
  let residents: readonly Person[];
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    residents = await Promise.all(
      Array.from({ length: ALERTS }, (_, place) =>
        signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: `Place-${place + 1}` }),
      ),
    );
    for (const [place, resident] of residents.entries()) {
      await assign(app, ann, resident);
      await sql(app.databaseUrl, 'UPDATE users SET room = $2 WHERE id = $1', [resident.id, `${place + 1} B`]);
    }
  });
  afterEach(() => deleteFalls(consoles.app));
  after(() => consoles.close());

  const alertsOf = ({ page }: Visit) => page.getByRole('region', { name: 'Alerts' });
  const cardsOf = (visit: Visit) => alertsOf(visit).locator('.alert-card');
  const ownOf = ({ page }: Visit) => page.getByRole('region', { name: 'On your way' });
  const scrolled = ({ page }: Visit) => page.evaluate<number>('scrollY');
  const topOf = async (place: { boundingBox(): Promise<{ y: number } | null> }): Promise<number> =>
    (await place.boundingBox())?.y ?? Number.NaN;
  /** Two frames: the browser has laid out the page, and adjusted where it is scrolled to. */
  const laidOut = ({ page }: Visit) =>
    page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  async function fall({ token }: Person): Promise<void> {
    const { status } = await consoles.app.call('POST', '/falls', { token, body: { confidence: 0.95 } });
    assert.equal(status, 201);
  }

  for (const [name, options] of Object.entries(SCREENS))
    it(`leave the page where it is, and stay in sight, with ${ALERTS} alerts on a ${name}`, async () => {
      for (const resident of residents) await fall(resident);
      const visit = await consoles.visit(options);
      const { page } = visit;
      await visit.logIn(ann);
      await eventually('all alerts are shown', async () => (await cardsOf(visit).count()) === ALERTS);
      for (const number of [1, 20]) {
        const card = cardsOf(visit).filter({ hasText: new RegExp(`Room ${number} B`) });
        const next = cardsOf(visit).filter({ hasText: new RegExp(`Room ${number + 1} B`) });
        const go = card.getByRole('button', { name: "I'm going" });
        await go.hover();
        await laidOut(visit);
        const before = await scrolled(visit);
        await go.click();
        await card.getByText("You're on your way").waitFor();
        await page.mouse.move(5, 5);
        await eventually('the claim is below the unanswered alerts', async () => {
          const [own, other] = await Promise.all([topOf(card), topOf(next)]);
          return own > other;
        });
        await laidOut(visit);
        const moved = (await scrolled(visit)) - before;
        assert.ok(Math.abs(moved) < 500, `scrolled by ${moved} after ${before}`);
        const own = ownOf(visit).getByRole('link', { name: `Room ${number} B` });
        const y = await topOf(own);
        assert.ok(y >= 0 && y < 150, `the claim is at ${y}`);
        await visit.picture(`own-claims-${name}-${number}`, { fullPage: false });
      }
      await visit.checkWidth();
      await visit.close();
    });

  it('are below the bar of every page, to be resolved and handed off', async () => {
    const { app } = consoles;
    const [first, second, third, fourth] = residents;
    assert.ok(first && second && third && fourth);
    for (const resident of [first, second, third, fourth]) await fall(resident);
    const { body } = await app.call('GET', '/board', { token: ann.token });
    for (const { id, userId } of body.data.falls)
      if (userId !== fourth.id)
        await app.call('POST', `/falls/${id}/claim`, { token: ann.token, body: { etaMinutes: 5 } });
    await app.call('PUT', '/profile/me', { token: ann.token, body: { language: 'de' } });
    for (const dark of [false, true]) {
      const german = await consoles.visit({ ...SCREENS.phone, dark, locale: 'de-DE' });
      await german.logIn(ann, '/settings');
      const strip = german.page.getByRole('region', { name: 'Unterwegs' });
      await strip
        .getByRole('link', { name: /Sie → Zimmer \d B/ })
        .first()
        .waitFor();
      await strip.getByRole('link', { name: '+1 weitere' }).waitFor();
      await german.checkAccessibility();
      await german.checkWidth();
      await german.picture(`own-claims-settings-de${dark ? '-dark' : ''}`, { fullPage: false });
      await german.open('/');
      await german.page.getByText('Noch geht niemand hin').waitFor();
      await german.checkAccessibility();
      await german.checkWidth();
      await german.picture(`own-claims-board-de${dark ? '-dark' : ''}`, { fullPage: false });
      await german.close();
    }
    await app.call('PUT', '/profile/me', { token: ann.token, body: { language: 'en' } });
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, '/settings');
    const claims = ownOf(visit).getByRole('listitem');
    await claims
      .first()
      .getByText(/ETA \d min/)
      .waitFor();
    assert.equal(await claims.count(), 2);
    await visit.picture('own-claims-settings', { fullPage: false });
    const dialog = page.getByRole('dialog');
    await claims.first().getByRole('button', { name: 'Hand off' }).click();
    await dialog.getByText(/^Hand off Rosa Place-\d's alert$/).waitFor();
    await page.keyboard.press('Escape');
    for (const left of [2, 1, 0]) {
      await claims.first().getByRole('button', { name: 'Resolve' }).first().click();
      await dialog.getByLabel('No help needed').check();
      await dialog.getByRole('button', { name: 'Resolve' }).click();
      await eventually(`${left} are left`, async () => (await claims.count()) === left);
    }
    await visit.close();
  });
});
