import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { ADMIN, type Json, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { staysQuiet } from '../helpers/quiet.ts';
import { APART_MS, blowOf, randomMac, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { busy, seededRandom } from '../scoring/synthetic.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** The service judges a fall so long after its impact. */
const JUDGED_S = 10;
/** The sound of an unanswered alert of this level. */
const RINGS_EVERY_MS = 6 * SECOND_MS;

interface Wearer extends Person {
  readonly mac: string;
}

/** An impact that is judged by itself, whatever the wearable sent before. */
async function fall(app: TestApp, wearer: Wearer): Promise<void> {
  app.clock.advance(APART_MS);
  await stream(app, wearer, blowOf.HIGH(wearer.mac));
}

/** Goes on with something until the fall is judged. */
async function walkOn(app: TestApp, wearer: Wearer): Promise<void> {
  const random = seededRandom(3);
  for (let second = 0; second < JUDGED_S; second++) {
    app.clock.advance(SECOND_MS);
    const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = busy(random);
    const motion = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z };
    await stream(app, wearer, { device_id: wearer.mac, uptime_ms: 1, ...motion });
  }
  await app.pass(SECOND_MS);
}

describe('a fall whose wearer moves on', () => {
  let consoles: Consoles;
  let app: TestApp;
  let rosa: Wearer;
  let omar: Wearer;
  let ann: Person;
  let visit: Visit;
  let phone: Visit;
  let wall: Visit;
  let tablet: Visit;
  let own: Visit;
  before(async () => {
    consoles = await openConsoles();
    app = consoles.app;
    const [ward] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Ward 2', now()) RETURNING id`,
    );
    const caregiver = async (firstName: string, language: string): Promise<Person> => {
      const person = await signUp(app, 'CAREGIVER', { firstName, lastName: 'Lee' });
      await app.call('PUT', '/profile/me', { token: person.token, body: { language } });
      await sql(
        app.databaseUrl,
        'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, true, now())',
        [ward?.id, person.id],
      );
      return person;
    };
    const wearer = async (firstName: string, lastName: string, room: string): Promise<Wearer> => {
      const person = await signUp(app, 'PATIENT', { firstName, lastName });
      await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1, room = $2 WHERE id = $3', [
        ward?.id,
        room,
        person.id,
      ]);
      return { ...person, mac: randomMac() };
    };
    ann = await caregiver('Ann', 'en');
    const eva = await caregiver('Eva', 'de');
    rosa = await wearer('Rosa', 'Marsh', '14');
    omar = await wearer('Omar', 'Haddad', '9');

    visit = await consoles.visit();
    await visit.context.addInitScript(COUNT_NOTES);
    await visit.logIn(ann);
    await live(visit);
    await visit.page.getByRole('button', { name: 'Test sound' }).click();
    await eventually('the sound is on', async () => (await notes(visit)) === 11);
    phone = await consoles.visit({ width: 390, height: 844, dark: true });
    await phone.logIn(eva);
    wall = await consoles.visit({ width: 1920, height: 1080 });
    await wall.logInByApi(ADMIN);
    const { body: admin } = await app.call('POST', '/auth/login', { body: ADMIN });
    await app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    await wall.open('/?display=wall');
    tablet = await consoles.visit({ width: 1280, height: 800 });
    await tablet.context.addInitScript(COUNT_NOTES);
    const { body } = await app.call('POST', '/stations', {
      token: ann.token,
      body: { name: 'Office', wardId: ward?.id },
    });
    await tablet.open('/station');
    await tablet.page.getByLabel('Code').fill(body.data.code);
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    await tablet.page.getByText('Sound is on').waitFor();
    own = await consoles.visit({ width: 390, height: 844 });
    await own.logIn(rosa);
    await live(own);
  });
  after(() => consoles.close());

  const live = ({ page }: Visit) => page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
  const notes = ({ page }: Visit) => page.evaluate<number>('globalThis.notes');
  const cardOf = ({ page }: Visit, name: string): Locator =>
    page.locator('.cards > li').filter({ has: page.getByRole('heading', { name }) });
  const quietCard = ({ page }: Visit): Locator => page.locator('.alert-card.moved-on');
  const listed = async ({ page }: Visit) => (await page.locator('.cards').innerText()).replaceAll('\n', ' ');
  const titled = (title: string) =>
    eventually(`the title is ${title}`, async () => (await visit.page.title()) === title);
  const newestFall = async (): Promise<Json> =>
    (await app.call('GET', `/patients/${rosa.id}/falls`, { token: ann.token })).body.data[0];

  it('rings on the board at once, while the service checks whether they get up', async () => {
    await fall(app, omar);
    await app.pass(JUDGED_S * SECOND_MS + SECOND_MS);
    for (const board of [visit, tablet]) await cardOf(board, 'Omar Haddad').waitFor();
    const before = await Promise.all([notes(visit), notes(tablet)]);
    await fall(app, rosa);
    await cardOf(visit, 'Rosa Marsh').getByText('checking whether they get up').waitFor();
    await cardOf(phone, 'Rosa Marsh').getByText('es wird geprüft, ob die Person aufsteht').waitFor();
    await own.page.getByText('You may have fallen. Are you OK?').waitFor();
    await titled('(2) Vigil');
    for (const [index, board] of [visit, tablet].entries())
      await eventually('it sounds', async () => (await notes(board)) > (before[index] ?? 0));
    await visit.picture('moved-on-pending');
    await phone.picture('moved-on-pending-phone');
  });

  it('is then below the others on every board, without a count', async () => {
    await walkOn(app, rosa);
    for (const board of [visit, phone, wall, tablet]) await quietCard(board).waitFor();
    for (const board of [visit, tablet])
      assert.match(await listed(board), /Omar Haddad.*Moved on by themselves.*Rosa Marsh/);
    for (const board of [phone, wall])
      assert.match(await listed(board), /Omar Haddad.*Von selbst weitergegangen.*Rosa Marsh/);
    await titled('(1) Vigil');
    await visit.page.locator('.summary', { hasText: '1 alert unanswered' }).waitFor();
    await wall.page.locator('.wall-count', { hasText: '1 Alarm unbeantwortet' }).waitFor();
    await tablet.page.locator('.summary', { hasText: '1 alert unanswered' }).waitFor();
    await visit.picture('moved-on');
    await phone.picture('moved-on-phone');
    await wall.picture('moved-on-wall');
    await tablet.picture('moved-on-station');
    for (const board of [visit, phone, wall, tablet]) {
      await board.checkAccessibility();
      await board.checkWidth();
    }
  });

  it('frightens the resident no more', async () => {
    await own.page.getByText('You moved on, so we called nobody.').waitFor();
    assert.equal(await own.page.getByText('we call your caregivers in').count(), 0);
    await own.picture('moved-on-own-page');
    await own.checkAccessibility();
  });

  it('is silent, while a colleague goes to the other', async () => {
    await cardOf(visit, 'Omar Haddad').getByRole('button', { name: "I'm going" }).click();
    await titled('Vigil');
    await wall.page.getByText('Keine unbeantworteten Alarme').waitFor();
    await tablet.page.getByText('Ann Lee is going').waitFor();
    const before = await Promise.all([notes(visit), notes(tablet)]);
    await staysQuiet(RINGS_EVERY_MS + SECOND_MS, 'a second ring would come in this time');
    assert.deepEqual(await Promise.all([notes(visit), notes(tablet)]), before);
    await wall.picture('moved-on-wall-quiet');
  });

  it('comes back above the others and rings on a further sign', async () => {
    const before = await Promise.all([notes(visit), notes(tablet)]);
    await fall(app, rosa);
    await cardOf(visit, 'Rosa Marsh').getByText('checking whether they get up').waitFor();
    await titled('(1) Vigil');
    await visit.page
      .getByRole('alert')
      .filter({ hasText: 'Fall detected: Rosa Marsh, room 14' })
      .waitFor({ state: 'attached' });
    for (const [index, board] of [visit, tablet].entries())
      await eventually('it sounds', async () => (await notes(board)) > (before[index] ?? 0));
    for (const board of [visit, phone, wall, tablet]) {
      await quietCard(board).waitFor({ state: 'detached' });
      assert.match(await listed(board), /Rosa Marsh.*Omar Haddad/);
    }
    await walkOn(app, rosa);
    for (const board of [visit, phone, wall, tablet]) await quietCard(board).waitFor();
  });

  it('is in words on the pages of the resident and of the fall', async () => {
    const { id } = await newestFall();
    const page = await consoles.visit();
    await page.logIn(ann, `/patients/${rosa.id}`);
    await quietCard(page).waitFor();
    await page.page.getByRole('cell', { name: 'Moved on by themselves' }).waitFor();
    await page.checkAccessibility();
    await page.picture('moved-on-resident');
    await page.open(`/falls/${id}`);
    await page.page.getByText('Checked: moved on by themselves').first().waitFor();
    await page.page.getByRole('term').filter({ hasText: 'After the impact' }).waitFor();
    await page.page.getByRole('main').getByRole('button', { name: 'Resolve' }).waitFor();
    await page.checkAccessibility();
    await page.picture('moved-on-fall');
    await page.close();
  });

  it('is a claim like any other when a caregiver goes all the same', async () => {
    await quietCard(visit).getByRole('button', { name: "I'm going" }).click();
    const claimed = cardOf(visit, 'Rosa Marsh');
    await claimed.getByText("You're on your way").waitFor();
    assert.match((await claimed.getAttribute('class')) ?? '', /\bhigh claimed\b/);
    await own.page.getByText('Ann Lee is on the way to you.').waitFor();
    await claimed.getByRole('button', { name: 'Release' }).click();
    await quietCard(visit).waitFor();
  });

  it('resolves itself, and a caregiver can correct the outcome', async () => {
    const { id } = await newestFall();
    await app.pass(10 * MINUTE_MS);
    for (const board of [visit, phone, wall, tablet])
      await cardOf(board, 'Rosa Marsh').waitFor({ state: 'detached' });
    await own.page.getByText('All is well.').waitFor();
    await phone.open(`/falls/${id}`);
    await phone.page.getByText('Automatisch abgeschlossen: von selbst weitergegangen').waitFor();
    await phone.checkAccessibility();
    await phone.picture('moved-on-resolved-phone');
    await visit.open(`/falls/${id}`);
    const outcome = visit.page.locator('.card', {
      has: visit.page.getByRole('heading', { name: 'Outcome' }),
    });
    await outcome.getByText('Moved on by themselves').waitFor();
    await visit.picture('moved-on-resolved');
    await outcome.getByRole('button', { name: 'Correct or complete' }).click();
    await outcome.getByLabel('No help needed').check();
    await outcome.getByRole('button', { name: 'Save' }).click();
    await visit.page.getByText('Ann Lee corrected the outcome: No help needed').waitFor();
  });

  it('is resolved from its card by a caregiver who knows better', async () => {
    await visit.open('/');
    app.clock.advance(10 * MINUTE_MS);
    await fall(app, rosa);
    await walkOn(app, rosa);
    await quietCard(visit).getByRole('button', { name: 'Resolve' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('False alarm').check();
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await quietCard(visit).waitFor({ state: 'detached' });
    assert.equal((await newestFall()).response.outcome, 'FALSE_ALARM');
  });
});
