import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

describe('a resident whose wearable is quiet', () => {
  let consoles: Consoles;
  let edith: Person;
  let otto: Person;
  let nurse: Visit;
  let admin: Visit;
  let tablet: Visit;
  const timers = new Map<Person, ReturnType<typeof setInterval>>();
  const start = async (person: Person): Promise<void> => {
    const mac = randomMac();
    const send = () => stream(consoles.app, person, resting(mac));
    await send();
    timers.set(
      person,
      setInterval(() => void send().catch(() => {}), 2_000),
    );
  };
  before(async () => {
    consoles = await openConsoles({ DEVICE_QUIET_SECONDS: '10' });
    const { app } = consoles;
    edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    otto = await signUp(app, 'PATIENT', { firstName: 'Otto', lastName: 'Klein' });
    const eva = await signUp(app, 'CAREGIVER', { firstName: 'Eva', lastName: 'Roth' });
    for (const patient of [edith, otto]) await assign(app, eva, patient);
    for (const patient of [edith, otto]) await start(patient);
    nurse = await consoles.visit({ width: 390, height: 844, locale: 'de-DE' });
    await nurse.page.addInitScript(COUNT_NOTES);
    await nurse.logIn(eva);
    await nurse.page.getByRole('button', { name: 'Auf Deutsch anzeigen' }).click();
    await nurse.page.getByRole('heading', { name: 'Bewohner' }).waitFor();
    admin = await consoles.visit();
    await admin.logIn(ADMIN);
    const { token } = await logInAsAdmin(app);
    const made = await app.call('POST', '/stations', { token, body: { name: 'Office' } });
    tablet = await consoles.visit({ width: 1280, height: 800 });
    await tablet.open('/station');
    await tablet.page.getByLabel('Code').fill(made.body.data.code);
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
  });
  after(() => {
    for (const timer of timers.values()) clearInterval(timer);
    return consoles.close();
  });

  const row = ({ page }: Visit, name: string) =>
    page.locator('.person, .station-residents li').filter({ hasText: name });

  it('is not grey while readings arrive', async () => {
    for (const visit of [nurse, admin, tablet]) await row(visit, 'Edith Brandt').waitFor();
    for (const visit of [nurse, admin, tablet])
      assert.equal(await visit.page.locator('.quiet-signal').count(), 0);
  });

  it('becomes grey by itself on every board, with the time and the count, without a sound', async () => {
    clearInterval(timers.get(edith));
    for (const [visit, words, count] of [
      [nurse, /kein Signal seit \d+ s/, '1 Bewohner ohne Signal'],
      [admin, /no signal for \d+ s/, '1 resident without signal'],
      [tablet, /no signal for \d+ s/, '1 resident without signal'],
    ] as const) {
      const edithsRow = row(visit, 'Edith Brandt');
      await edithsRow.and(visit.page.locator('.quiet-signal')).getByText(words).waitFor();
      await visit.page.getByText(count).waitFor();
      assert.equal(await visit.page.locator('.quiet-signal').count(), 1);
      await visit.checkAccessibility();
    }
    assert.equal(await nurse.page.evaluate('globalThis.notes'), 0);
    await nurse.picture('quiet-phone-de');
    await admin.picture('quiet-board');
    await tablet.picture('quiet-station');
  });

  it('has the same word on the page of wearables', async () => {
    const office = await consoles.visit();
    await office.logIn(ADMIN, '/admin/wearables');
    const wearableOf = (name: string) => office.page.getByRole('row').filter({ hasText: name });
    await wearableOf('Edith Brandt')
      .getByText(/^no signal for \d/)
      .waitFor();
    await wearableOf('Otto Klein').getByText('Active', { exact: true }).waitFor();
    await office.picture('quiet-wearables');
    await office.page.getByLabel('Status').selectOption({ label: 'Reading in the last 30 minutes' });
    await office.page.getByText('2 wearables').waitFor();
    await office.open(`/patients/${edith.id}`);
    await office.page
      .getByRole('row')
      .getByText(/^no signal for \d/)
      .waitFor();
    await office.close();
  });

  it('is live again by itself with the next reading', async () => {
    await start(edith);
    for (const visit of [nurse, admin, tablet])
      await visit.page.locator('.quiet-signal').waitFor({ state: 'detached', timeout: 70_000 });
    assert.equal(await nurse.page.getByText('ohne Signal').count(), 0);
  });
});
