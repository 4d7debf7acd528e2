import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

interface Ward {
  readonly name: string;
  readonly caregivers: number;
}

/** With a byte order mark, semicolons, umlauts, quotes, Windows line endings, a formula, and errors in two lines. */
const FILE = `\ufeffVorname;Nachname;Zimmer;Wohnbereich;E-Mail;Geburtsdatum;Pflegegrad\r
Änne;"Müller; geb. Groß";12 B;ward 1;;17.03.1940;3\r
=1+1;@SUM(A1);13;;frieda@example.org;1941-02-28;\r
;Ohne;14;Ward 9;nope;31.02.1940;\r
Edith;Brandt;7;;;;\r
Frieda;Fuchs;15;;FRIEDA@example.org;;\r
`;

describe('an admin’s first hour', () => {
  let consoles: Consoles;
  let admin: Person;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    admin = await logInAsAdmin(consoles.app);
    visit = await consoles.visit();
    await visit.logIn(ADMIN);
  });
  after(() => consoles.close());

  const api = (method: string, path: string, body?: unknown) =>
    consoles.app.call(method, path, { token: admin.token, body });
  const dialog = () => visit.page.getByRole('dialog');
  const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const step = (title: string) =>
    visit.page.getByRole('listitem').filter({ has: visit.page.getByRole('heading', { name: title }) });
  const choose = (text: string) =>
    visit.page
      .getByLabel('CSV file', { exact: true })
      .setInputFiles({ name: 'residents.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  it('begins with the guide and every step open; the empty board is behind its link, and leads back', async () => {
    await visit.page.getByText('0 of 9 steps done').waitFor();
    assert.equal(new URL(visit.page.url()).pathname, '/admin/setup');
    await visit.page.getByRole('link', { name: 'Board', exact: true }).click();
    await visit.page.getByText('No open alerts.').waitFor();
    await visit.page.getByRole('link', { name: 'Set up your home' }).click();
    await visit.page.getByText('0 of 9 steps done').waitFor();
    await visit.checkAccessibility();
    await visit.picture('setup-empty');
    await press('Add ward');
    await dialog().getByLabel('Name').fill('Ward 1');
    await confirm('Add');
    await step('Add wards').getByText('1 ward', { exact: true }).waitFor();
    await api('PUT', '/admin/organisation', { name: 'St. Anna' });
    const nurse = await signUp(consoles.app, 'CAREGIVER');
    await visit.page.reload();
    await step('Add caregivers').getByText('No caregivers yet in: Ward 1.').waitFor();
    const [ward] = (await api('GET', '/wards')).body.data;
    await api('PUT', `/wards/${ward.id}/caregivers/${nurse.id}`, {});
    await sql(consoles.app.databaseUrl, 'UPDATE organisation SET shared_address_refused_at = now()');
    await visit.page.reload();
    await visit.page.getByText('People in your home share one Internet address').waitFor();
    for (const title of ['Name your home', 'Add wards', 'Add caregivers'])
      await step(title).getByText('Done').waitFor();
    await step('Add residents').getByText('Open', { exact: true }).waitFor();
    await step('Check the escalation policy').getByText('No caregiver can be notified').waitFor();
    await step('Check the escalation policy').getByText('Open', { exact: true }).waitFor();
  });

  it('adds a caregiver with several wards at once', async () => {
    await press('Add ward');
    await dialog().getByLabel('Name').fill('Ward 2');
    await confirm('Add');
    await press('Add caregiver');
    await dialog().getByLabel('First name').fill('Nora');
    await dialog().getByLabel('Last name').fill('Nurse');
    await dialog().getByLabel('E-mail').fill('nora@example.org');
    await dialog().getByLabel('Ward 1').check();
    await dialog().getByLabel('Ward 2').check();
    await visit.checkAccessibility();
    await visit.picture('add-caregiver');
    await confirm('Add');
    await dialog().getByRole('heading', { name: 'Nora Nurse can log in now' }).waitFor();
    const wards = (await api('GET', '/wards')).body.data;
    assert.deepEqual(Object.fromEntries(wards.map(({ name, caregivers }: Ward) => [name, caregivers])), {
      'Ward 1': 2,
      'Ward 2': 1,
    });
    await visit.page.reload();
  });

  it('adds a resident without an e-mail address; a refused form keeps what was entered', async () => {
    await press('Add resident');
    await dialog().getByLabel('First name').fill('Edith');
    await dialog().getByLabel('Last name').fill('Brandt');
    await dialog().getByLabel('Room').fill('7');
    await dialog().getByLabel('Ward').selectOption('Ward 1');
    await dialog().getByLabel('E-mail').fill(ADMIN.email);
    await visit.checkAccessibility();
    await confirm('Add');
    await dialog().getByRole('alert').waitFor();
    assert.equal(await dialog().getByLabel('Room').inputValue(), '7');
    await dialog().getByLabel('E-mail').fill('');
    await confirm('Add');
    await visit.page.getByText('Edith Brandt has been added.').waitFor();
    await step('Add residents').getByText('1 resident', { exact: true }).waitFor();
    const { body } = await api('GET', '/admin/users?role=PATIENT');
    assert.equal(body.data[0].room, '7');
    await visit.open(`/admin/users?user=${body.data[0].id}`);
    await visit.page.getByText('No e-mail address').waitFor();
  });

  it('imports residents from a file: all errors by line first, then a result for each line', async () => {
    await visit.open('/admin/import');
    await choose('Zimmer\n1');
    await visit.page.getByText('The column “First name” is missing.').waitFor();
    await visit.page.getByText('The column “Last name” is missing.').waitFor();
    await choose(FILE);
    await visit.page.getByText('These columns are not imported: Pflegegrad.').waitFor();
    await visit.page
      .getByText(
        '2 residents can be imported. 2 lines have errors. 1 line is left out: the resident exists already.',
      )
      .waitFor();
    const line = (number: number) =>
      visit.page
        .getByRole('row')
        .filter({ has: visit.page.getByRole('cell', { name: String(number), exact: true }) });
    for (const problem of [
      'First name is missing.',
      'This is not an e-mail address.',
      'The date of birth must be a date',
      'There is no ward “Ward 9”.',
    ])
      await line(4).getByText(problem).waitFor();
    await line(6).getByText('The same e-mail address as in line 3.').waitFor();
    await line(5).getByText('Exists already').waitFor();
    await line(2).getByText('Änne Müller; geb. Groß').waitFor();
    await line(2).getByText('17 Mar 1940').waitFor();
    await visit.checkAccessibility();
    await visit.picture('import-preview');
    assert.equal(
      (await api('GET', '/admin/users?role=PATIENT')).body.pagination.total,
      1,
      'nothing is sent yet',
    );
    await press('Import 2 residents');
    await visit.page.getByText('2 of 2 residents imported.').waitFor();
    await line(3).getByText('=1+1 @SUM(A1)').waitFor();
    assert.ok((await line(3).locator('code').innerText()).length >= 8, 'with an address there is a password');
    await visit.picture('import-result');
    await visit.checkAccessibility();
    const { body } = await api('GET', '/admin/users?role=PATIENT&search=Groß');
    assert.deepEqual(
      [body.data[0].firstName, body.data[0].lastName, body.data[0].room, body.data[0].dateOfBirth],
      ['Änne', 'Müller; geb. Groß', '12 B', '1940-03-17'],
    );
    // Again by mistake: nobody is created twice.
    await press('Choose another file');
    await choose(FILE);
    await visit.page.getByText('0 residents can be imported.').waitFor();
    assert.equal(await visit.page.getByRole('button', { name: /^Import/ }).count(), 0);
  });

  it('lists all wearables, and replaces one: the QR code has the broker, the MAC address and the token', async () => {
    const { body } = await api('GET', '/admin/users?role=PATIENT&search=edith');
    const [edith] = body.data;
    const mac = randomMac();
    const made = await api('POST', `/patients/${edith.id}/devices`, { macAddress: mac, name: 'Wrist' });
    assert.equal(made.status, 201);
    await visit.open('/admin/wearables');
    const row = (text: string) => visit.page.getByRole('row').filter({ hasText: text });
    await row(mac).getByText('Ward 1, Room 7').waitFor();
    await row(mac).getByText('Never connected').waitFor();
    await visit.checkAccessibility();
    await visit.picture('wearables');
    const menu = row(mac).getByRole('button', { name: 'Actions' });
    const item = (name: string) => row(mac).getByRole('menuitem', { name });
    const focused = (action: string) => visit.page.locator(':focus', { hasText: action }).waitFor();
    await menu.press('Enter');
    await focused('Log');
    await visit.checkAccessibility();
    await visit.picture('row-menu', { fullPage: false });
    await item('Log').press('ArrowUp');
    await focused('Replace');
    await item('Replace').press('Escape');
    await visit.page.locator(':focus[aria-label="Actions"]').waitFor();
    await item('Replace').waitFor({ state: 'hidden' });
    await menu.press('Enter');
    await item('Log').press('End');
    await item('Replace').press('Enter');
    const next = randomMac();
    await dialog().getByLabel('MAC address').fill(next);
    await confirm('Add wearable');
    await dialog().getByText('the old wearable is switched off').waitFor();
    await dialog().getByText(`mqtt://127.0.0.1:${consoles.app.app.ports.mqtt}`).waitFor();
    await dialog().getByText(next).waitFor();
    await dialog()
      .getByRole('img', { name: /QR code with the broker/ })
      .waitFor();
    await dialog().getByText('Other devices cannot reach “127.0.0.1”').waitFor();
    await visit.picture('wearables-replaced');
    await confirm('Done');
    await row(mac).getByText('Switched off').waitFor();
    await visit.page.getByLabel('Status').selectOption('UNREGISTERED');
    await row(next).waitFor();
    await row(mac).waitFor({ state: 'detached' });
    await visit.page.getByLabel('Search').fill('nothing like it');
    await visit.page.getByText('No matches.').waitFor();
  });

  it('triggers a test alert, which names who receives it, and resolves it on the board', async () => {
    await visit.open('/admin/setup');
    await press('Trigger test alert');
    await dialog()
      .getByText(/by their notification methods: .+\./)
      .waitFor();
    await visit.checkAccessibility();
    await visit.picture('setup-test');
    await confirm('Trigger test alert');
    await visit.page.getByText('The test alert is open.').waitFor();
    await step('Trigger a test alert').getByRole('link', { name: 'Open the board' }).click();
    await visit.page.getByRole('button', { name: "I'm going" }).click();
    await visit.picture('setup-test-board');
    await visit.page.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
    await dialog().getByLabel('False alarm').check();
    await confirm('Resolve');
    await visit.page.getByText('No open alerts.').waitFor();
    await visit.open('/admin/setup');
    await step('Trigger a test alert').getByText('Last test:').waitFor();
    await visit.picture('setup-done');
    await visit.close();
  });

  it('works on a phone in the dark', async () => {
    const phone = await consoles.visit({ dark: true, width: 390, height: 844 });
    await phone.logIn(ADMIN);
    for (const path of ['/admin/setup', '/admin/wearables', '/admin/import']) {
      await phone.open(path);
      await phone.page.waitForLoadState('networkidle');
      await phone.checkWidth();
      await phone.checkAccessibility();
      await phone.picture(`phone${path.replaceAll('/', '-')}`);
    }
    await phone.close();
  });
});
