import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

const PIN = '4711';

/** A promise that the test resolves. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a station', () => {
  let consoles: Consoles;
  let nurse: Person;
  let patient: Person;
  let office: Visit;
  let tablet: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    const [ward] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Ward 2', now()) RETURNING id`,
    );
    await sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, created_at) VALUES ($1, $2, now())',
      [ward?.id, nurse.id],
    );
    await sql(app.databaseUrl, `UPDATE users SET ward_id = $1, room = '12' WHERE id = $2`, [
      ward?.id,
      patient.id,
    ]);
    office = await consoles.visit();
    await office.logIn(ADMIN);
    tablet = await consoles.visit({ width: 1280, height: 800 });
    await tablet.page.addInitScript(COUNT_NOTES);
  });
  after(() => consoles.close());

  it('is added by an admin, and the tablet enrols with the code', async () => {
    await office.open('/admin/stations');
    await office.page.getByRole('button', { name: 'Add station' }).click();
    const dialog = office.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Office');
    await dialog.getByLabel('Ward').selectOption({ label: 'Ward 2' });
    await dialog.getByRole('button', { name: 'Add station' }).click();
    const code = office.page.locator('.station-code');
    await code.waitFor();
    await office.page.getByText('Other devices cannot reach “127.0.0.1”').waitFor();
    await office.checkAccessibility();
    await office.picture('station-code');
    await tablet.open('/station');
    await tablet.page.getByRole('heading', { name: 'Set up this tablet' }).waitFor();
    await tablet.checkAccessibility();
    await tablet.page.getByLabel('Code').fill('00000000');
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    await tablet.page.getByText('This code is wrong').waitFor();
    await tablet.page.getByLabel('Code').fill((await code.textContent()) ?? '');
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    await tablet.page.getByRole('heading', { name: 'Ward 2' }).waitFor();
    await tablet.page.getByText('No open alerts.').waitFor();
    await tablet.page.getByText('Live').waitFor();
    await tablet.page
      .locator('.sign-age')
      .getByText(/^[0-5] s ago$/)
      .waitFor();
    await office.page.getByRole('button', { name: 'Done' }).click();
    await office.page.reload();
    await office.page.getByText('Connected', { exact: true }).waitFor();
    await office.picture('stations');
  });

  it('shows a fall, rings, and is answered with name and PIN', async () => {
    const { app } = consoles;
    await app.call('PUT', '/profile/pin', { token: nurse.token, body: { pin: PIN } });
    // The press of the enrolment has turned it on.
    await tablet.page.getByText('Sound is on').waitFor();
    await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    const { page } = tablet;
    await page.getByRole('heading', { name: 'Edith Brandt' }).waitFor();
    await eventually('it sounds', () => page.evaluate<boolean>('globalThis.notes > 0'));
    await tablet.checkAccessibility();
    await tablet.picture('station-alert');
    const dialog = page.getByRole('dialog');
    const type = async (pin: string) => {
      for (const digit of pin) await dialog.getByRole('button', { name: digit, exact: true }).click();
      await dialog.getByRole('button', { name: 'OK' }).click();
    };
    await page.getByRole('button', { name: "I'm going" }).click();
    await dialog.getByRole('button', { name: 'Ann Lee' }).click();
    await type('9157');
    await dialog.getByText('Wrong PIN').waitFor();
    await tablet.checkAccessibility();
    await tablet.picture('station-pin');
    await type(PIN);
    await page.getByText('Ann Lee is going').waitFor();
    await page.getByRole('button', { name: 'Edith Brandt', expanded: false }).click();
    await tablet.picture('station-claimed');
    await page.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByRole('button', { name: 'Helped', exact: true }).click();
    await dialog.getByRole('button', { name: 'Ann Lee' }).click();
    await type(PIN);
    await page.getByText('No open alerts.').waitFor();
  });

  it('is tested at the tablet, and the test is in the test book', async () => {
    const { page } = tablet;
    await page.evaluate('globalThis.notes = 0');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Test of Office' });
    await dialog.getByText('Test alarm. No one has fallen.').waitFor();
    await eventually('it sounds', () => page.evaluate<boolean>('globalThis.notes > 0'));
    await tablet.checkAccessibility();
    await tablet.picture('station-test');
    await dialog.getByRole('button', { name: 'Yes, both' }).click();
    await dialog.getByRole('button', { name: 'Ann Lee' }).click();
    for (const digit of PIN) await dialog.getByRole('button', { name: digit, exact: true }).click();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [test] = await sql(
      consoles.app.databaseUrl,
      `SELECT passed, by_id FROM test_book WHERE kind = 'STATION'`,
    );
    assert.deepEqual(test, { passed: true, by_id: nurse.id });
  });

  it('says when its board is up to date again if there were too many requests', async () => {
    await tablet.page.route('**/api/stations/me/board', (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '40' }, body: '{}' }),
    );
    await tablet.page.reload();
    await tablet.page.getByText(/too many requests\. Please wait until \d\d:\d\d:\d\d\./).waitFor();
    assert.equal(await tablet.page.getByText('Offline').count(), 0);
    await tablet.page.unroute('**/api/stations/me/board');
    await tablet.page.getByRole('heading', { name: 'Ward 2' }).waitFor();
  });

  it('is a tablet without a station when an admin removes it, although a board from before arrives late', async () => {
    const BOARD = '**/api/stations/me/board';
    const [answered, removed] = [gate(), gate()];
    await tablet.context.route(
      BOARD,
      async (route) => {
        const response = await route.fetch();
        answered.open();
        await removed.opened;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const late = tablet.page.waitForResponse(BOARD);
    await consoles.app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    await answered.opened;
    await office.page.getByRole('button', { name: 'Remove' }).click();
    await office.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    const notice = tablet.page.getByText('no longer a station');
    await notice.waitFor();
    assert.equal(
      (await tablet.context.cookies()).some(({ name }) => name === 'station_token'),
      false,
    );
    removed.open();
    await (await late).finished();
    await tablet.page.evaluate('new Promise((done) => setTimeout(done))');
    assert.ok(await notice.isVisible());
    await office.close();
    await tablet.close();
  });
});
