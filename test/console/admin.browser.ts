import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Consoles, chooseAction, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('the admin console', () => {
  let consoles: Consoles;
  let receiver: Receiver;
  let admin: Person;
  let rosa: Person;
  let hostile: Person;
  let visit: Visit;
  before(async () => {
    receiver = await startReceiver((response, { url }) =>
      url === '/vigil.json' ? response.end('{"version":"99.0.0"}') : response.writeHead(201).end(),
    );
    consoles = await openConsoles({
      ALLOW_PRIVATE_TARGETS: 'true',
      UPDATE_URL: `${receiver.url}/vigil.json`,
    });
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    hostile = await signUp(app, 'PATIENT', { firstName: HOSTILE, lastName: 'w'.repeat(90) });
    await api('PUT', `/patients/${rosa.id}`, { room: '12' });
    visit = await consoles.visit();
    await visit.logIn(ADMIN);
  });
  after(async () => {
    await consoles.close();
    await receiver.close();
  });

  const api = (method: string, path: string, body?: unknown) =>
    consoles.app.call(method, path, { token: admin.token, body });
  const dialog = ({ page }: Visit = visit) => page.getByRole('dialog');
  const press = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const card = (name: string | RegExp) => visit.page.getByRole('region', { name });
  const heading = (name: string) =>
    visit.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const openUser = async (search: string, name: string) => {
    await visit.open('/admin/users');
    await visit.page.getByLabel('Search').fill(search);
    await card('1 person').getByRole('link', { name }).click();
    await heading(name);
  };
  const pages = {
    users: {
      path: '/admin/users',
      shown: ({ page }: Visit) => page.getByRole('link', { name: 'Rosa Marsh' }),
    },
    user: {
      path: () => `/admin/users?user=${hostile.id}`,
      shown: ({ page }: Visit) => page.getByRole('button', { name: 'Actions' }),
    },
    logs: {
      path: '/admin/logs',
      shown: ({ page }: Visit) => page.getByRole('table').getByText('Login').first(),
    },
    escalation: {
      path: '/admin/escalation',
      shown: ({ page }: Visit) => page.getByRole('heading', { name: `${receiver.url}/feed/${HOSTILE}` }),
    },
    'escalation-patient': {
      path: () => `/admin/escalation?patient=${hostile.id}`,
      shown: ({ page }: Visit) => page.getByText('home applies to'),
    },
    reach: {
      path: '/reach',
      shown: ({ page }: Visit) => page.getByText(/\d of \d+ (?:person|people) can be reached\./),
    },
  };

  describe('the users page', () => {
    let password: string;
    let ann: Visit;

    it('adds a caregiver, who logs in with the password that is shown once', async () => {
      await visit.open('/admin/users');
      await press('Add caregiver');
      const invite = dialog().getByLabel('Send an invitation link');
      await dialog().getByText('Vigil has no mail server here').waitFor();
      assert.deepEqual([await invite.isChecked(), await invite.isDisabled()], [false, true]);
      await dialog().getByLabel('First name').fill('Ann');
      await dialog().getByLabel('Last name').fill('Lee');
      await dialog().getByLabel('E-mail').fill(rosa.email);
      await confirm('Add');
      await dialog().getByRole('alert').waitFor();
      await dialog().getByLabel('E-mail').fill('ann@example.org');
      await visit.picture('admin-users-add');
      await confirm('Add');
      await dialog().getByText('Ann Lee can log in now').waitFor();
      password = await dialog().locator('code').innerText();
      await visit.checkAccessibility();
      await visit.picture('admin-users-password');
      await confirm('Done');
      await visit.page.getByRole('link', { name: 'Ann Lee' }).waitFor();
      ann = await consoles.visit();
      await ann.logIn({ email: 'ann@example.org', password });
      await ann.page.getByText('No residents are assigned to you yet.').waitFor();
    });

    it('finds people by name, room and role', async () => {
      await visit.open('/admin/users');
      await visit.page.getByLabel('Role').selectOption('CAREGIVER');
      await card('1 person').getByRole('link', { name: 'Ann Lee' }).waitFor();
      await visit.page.getByLabel('Search').fill('nobody');
      await visit.page.getByText('No matches.').waitFor();
      assert.match(visit.page.url(), /role=CAREGIVER.*search=nobody|search=nobody.*role=CAREGIVER/);
      await openUser('ROSA m', 'Rosa Marsh');
    });

    it('assigns a resident, who appears on the caregiver’s board, and removes the assignment', async () => {
      await openUser('ann', 'Ann Lee');
      await card('Residents').getByText('No residents yet').waitFor();
      await press('Assign residents');
      await dialog().getByLabel('Search by name, e-mail or room').fill('rosa');
      await dialog()
        .getByRole('checkbox', { name: /Rosa Marsh, room 12/ })
        .check();
      await dialog().getByText('www').waitFor({ state: 'detached' });
      await visit.picture('admin-users-assign');
      await visit.checkAccessibility();
      await confirm('Assign 1 resident');
      await card('Residents').getByRole('link', { name: 'Rosa Marsh' }).waitFor();
      await visit.picture('admin-user-caregiver');
      await ann.open('/');
      await ann.page.getByText('Rosa Marsh').waitFor();
      await press('Remove');
      await confirm('Remove');
      await card('Residents').getByText('No residents yet').waitFor();
      // The same from the resident's page.
      await openUser('rosa', 'Rosa Marsh');
      await press('Assign caregiver');
      await dialog().getByLabel('Caregiver').selectOption({ label: 'Ann Lee (ann@example.org)' });
      await confirm('Assign');
      await card('Caregivers').getByText('Ann Lee').waitFor();
    });

    it('moves a wearable to another resident, with a new token, and switches it off and on', async () => {
      const body = { macAddress: randomMac(), name: 'Wrist' };
      const { status } = await api('POST', `/patients/${rosa.id}/devices`, body);
      assert.equal(status, 201);
      await openUser('rosa', 'Rosa Marsh');
      await chooseAction(card('Wearables'), 'Switch off');
      await confirm('Switch off');
      await card('Wearables').getByText('Switched off').waitFor();
      await chooseAction(card('Wearables'), 'Switch on');
      await confirm('Switch on');
      await card('Wearables').getByText('Switched off').waitFor({ state: 'detached' });
      await chooseAction(card('Wearables'), 'Move');
      await dialog().getByRole('radio', { name: /www/ }).check();
      await confirm('Move');
      await dialog().getByText('Wrist has been moved.').waitFor();
      await confirm('Done');
      await card('Wearables').getByText('Wrist').waitFor({ state: 'detached' });
      const { body: devices } = await api('GET', `/patients/${hostile.id}/devices`);
      assert.equal(devices.data[0].name, 'Wrist');
    });

    it('deactivates a user, whose open page shows the login, and activates them again', async () => {
      await openUser('ann', 'Ann Lee');
      await press('Deactivate');
      await visit.picture('admin-user-deactivate');
      await confirm('Deactivate');
      await visit.page.getByText('Account deactivated.').waitFor();
      await ann.page.getByText('Your session has ended').waitFor();
      await ann.page.getByRole('button', { name: 'Log in' }).waitFor();
      await press('Activate');
      await visit.page.getByText('Account activated.').waitFor();
    });

    it('resets a password, changes a role, and deletes an account', async () => {
      await press('Reset password');
      await confirm('Reset password');
      const next = await dialog().locator('code').innerText();
      assert.notEqual(next, password);
      await confirm('Done');
      await ann.logIn({ email: 'ann@example.org', password: next });
      await press('Change role');
      await dialog().getByLabel('Role').selectOption('ADMIN');
      await visit.checkAccessibility();
      await confirm('Change role');
      await visit.page.getByText('Role changed.').waitFor();
      await card('Account').getByText('Admin', { exact: true }).waitFor();
      await ann.logIn({ email: 'ann@example.org', password: next });
      await ann.page.getByRole('button', { name: 'Records' }).waitFor();
      await ann.close();
      await press('Delete');
      await confirm('Delete permanently');
      await heading('Users');
      await visit.page.getByLabel('Search').fill('ann@example.org');
      await visit.page.getByText('No matches.').waitFor();
    });
  });

  describe('the escalation page', () => {
    const step = (number: number) => visit.page.getByRole('group', { name: `Step ${number}`, exact: true });

    it('describes the policy in sentences, and saves changes', async () => {
      await visit.open('/admin/escalation');
      const words = card('Who is notified, and when');
      await words
        .getByText(
          'After 1 minute: all assigned caregivers and all caregivers of the ward, by notification, e-mail, ntfy, personal webhook, text message, phone call and pager.',
        )
        .waitFor();
      await words
        .getByText('Then the last step repeats every 3 minutes, until a caregiver takes over.')
        .waitFor();
      await step(1)
        .getByText(/^This step reaches nobody now/)
        .waitFor();
      await visit.checkAccessibility();
      await visit.picture('admin-escalation-unreached');
      await step(2).getByLabel('After').fill('2');
      await step(2).getByLabel('Admins').check();
      await visit.page.getByRole('link', { name: 'Users' }).first().click();
      await dialog().getByText('Your changes on this page are not saved.').waitFor();
      await visit.picture('admin-escalation-unsaved');
      await confirm('Stay on this page');
      assert.equal(await step(2).getByLabel('After').inputValue(), '2');
      for (const channel of ['Personal webhook', 'Text message', 'Phone call', 'Pager'])
        await step(2).getByLabel(channel).uncheck();
      await words
        .getByText(
          'After 2 minutes: all assigned caregivers, all caregivers of the ward and admins, by notification, e-mail and ntfy.',
        )
        .waitFor();
      await press('Add step');
      await step(4).getByLabel('After').fill('1');
      await step(4).getByLabel('Unit').selectOption('hours');
      await step(4).getByRole('button', { name: 'Move up' }).click();
      await step(1).getByRole('button', { name: 'Remove' }).click();
      await visit.page.getByLabel('Repeat', { exact: true }).selectOption('A fixed number of times');
      await visit.page.getByLabel('Number of times').fill('1');
      await press('Save');
      await visit.page.getByText('Saved. The policy applies').waitFor();
      const { body } = await api('GET', '/admin/escalation');
      assert.deepEqual(
        body.data.steps.map((one: { afterSeconds: number }) => one.afterSeconds),
        [120, 180, 3600],
      );
      assert.deepEqual(body.data.steps[0].targets, ['assigned', 'ward', 'admins']);
      assert.deepEqual(body.data.repeats, { everySeconds: 180, times: 1 });
      await visit.page.getByLabel('Repeat', { exact: true }).selectOption('Until a caregiver takes over');
      await press('Save');
      await words.getByText('every 3 minutes, until a caregiver takes over.').waitFor();
      await visit.page.getByText('Saved. The policy applies').waitFor();
      assert.equal((await api('GET', '/admin/escalation')).body.data.repeats.times, null);
    });

    it('shows each error at its field', async () => {
      await visit.open('/admin/users');
      const setup = visit.page.getByRole('button', { name: 'Setup', exact: true });
      const wards = visit.page.getByRole('link', { name: 'Wards', exact: true });
      await setup.press('Enter');
      await visit.page.keyboard.press('Tab');
      assert.equal(await visit.page.evaluate('document.activeElement.textContent'), 'Setup guide');
      await visit.checkAccessibility();
      await visit.picture('menu-desktop');
      await visit.page.keyboard.press('Escape');
      await wards.waitFor({ state: 'hidden' });
      assert.equal(await visit.page.evaluate('document.activeElement.textContent'), 'Setup');
      await setup.click();
      await wards.waitFor();
      await visit.page.getByRole('heading', { level: 1 }).click();
      await wards.waitFor({ state: 'hidden' });
      await setup.click();
      await visit.page.getByRole('link', { name: 'Escalation', exact: true }).click();
      await wards.waitFor({ state: 'hidden' });
      assert.equal(await setup.getAttribute('aria-current'), 'true');
      await heading('Escalation');
      await step(2).getByLabel('After').fill('1');
      for (const box of await step(3).getByRole('checkbox').all()) await box.uncheck();
      await visit.page.getByLabel('Repeat', { exact: true }).selectOption('A fixed number of times');
      await visit.page.getByLabel('Number of times').fill('21');
      await press('Save');
      await visit.page.getByText('Not saved').waitFor();
      await visit.picture('admin-escalation-refused');
      await visit.checkAccessibility();
      await visit.page.getByText('Enter a number from 0 to 20.').waitFor();
      assert.equal(await step(3).getByText('Choose at least one.').count(), 2);
      await step(2).getByText('Must be later than the previous step.').waitFor();
      await step(3).getByRole('checkbox').first().check();
      await step(3).getByLabel('E-mail').check();
      await visit.page.getByLabel('Number of times').fill('2');
      await press('Save');
      const early = step(2).getByLabel('After');
      await step(2).getByText('Must be later than the previous step.').waitFor();
      assert.equal(await early.getAttribute('aria-invalid'), 'true');
      assert.equal((await api('GET', '/admin/escalation')).body.data.steps[1].afterSeconds, 180);
      await visit.page.goBack();
      await confirm('Stay on this page');
      await heading('Escalation');
      await press('Discard changes');
      assert.equal(await early.inputValue(), '3');
    });

    it('saves a separate policy for a resident, and removes it', async () => {
      await visit.open(`/patients/${rosa.id}`);
      await visit.page.getByRole('link', { name: 'Escalation policy' }).click();
      await heading('Escalation for Rosa Marsh');
      await step(1).getByLabel('After').fill('30');
      await step(1).getByLabel('Unit').selectOption('seconds');
      await press('Save');
      await visit.page.getByText('Rosa Marsh has a separate escalation policy.').waitFor();
      const own = async () => (await api('GET', `/patients/${rosa.id}/escalation`)).body.data;
      assert.deepEqual([(await own()).inherited, (await own()).steps[0].afterSeconds], [false, 30]);
      await press('Use the shared policy');
      await confirm('Use the shared policy');
      await visit.page.getByText('home applies to Rosa Marsh').waitFor();
      assert.equal((await own()).inherited, true);
    });

    it('draws whom each step of a policy reaches now, and marks one that reaches nobody', async () => {
      await addChannel(consoles.app, admin, 'ntfy', 'https://ntfy.example.org');
      await visit.open(`/admin/escalation?patient=${rosa.id}`);
      const line = card('Who is notified, and when').getByRole('listitem');
      await line.nth(0).getByText('Reaches First Admin now.').waitFor();
      assert.equal(await line.nth(0).locator('.face').innerText(), 'FA');
      assert.equal(await line.getByText('Reaches nobody').count(), 0);
      await step(1).getByLabel('ntfy').uncheck();
      await line.nth(0).getByText('Reaches nobody', { exact: true }).waitFor();
      assert.equal(await line.nth(0).locator('.face').count(), 0);
      await line.nth(1).getByText('Reaches First Admin now.').waitFor();
      await visit.checkAccessibility();
      await visit.picture('admin-escalation-reach');
      await press('Discard changes');
      await sql(consoles.app.databaseUrl, 'DELETE FROM notification_channels WHERE user_id = $1', [admin.id]);
    });

    it('adds a webhook, shows its secret once, and tests it', async () => {
      await visit.open('/admin/escalation');
      await press('Add webhook');
      await dialog().getByLabel('URL').fill(`${receiver.url}/feed/${HOSTILE}`);
      await dialog().getByLabel('Wearables that go offline').uncheck();
      await dialog().getByLabel('Format').selectOption('fhir');
      await visit.checkAccessibility();
      await confirm('Add');
      await dialog()
        .getByText(/^whsec_/)
        .waitFor();
      await confirm("I've saved it");
      const webhooks = card('Webhooks of the home');
      await webhooks.getByRole('button', { name: 'Send test' }).click();
      await webhooks.getByText('Test delivered.').waitFor();
      assert.match(receiver.received.at(-1)?.path ?? '', /^\/feed\//);
      assert.ok(receiver.received.at(-1)?.headers['webhook-signature']);
      assert.equal(receiver.received.at(-1)?.headers['content-type'], 'application/fhir+json');
      await webhooks.getByText('FHIR R4').waitFor();
    });
  });

  it('filters the audit log by level, action, person and day', async () => {
    await visit.open('/admin/logs');
    const rows = visit.page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await rows.nth(1).waitFor();
    await visit.page.getByLabel('Action').selectOption('escalation.changed');
    await card('4 entries').getByText('Rosa Marsh').first().waitFor();
    await visit.page.getByLabel('Level').selectOption('error');
    await visit.page.getByText('No matches.').waitFor();
    await press('Clear filters');
    await rows.nth(1).waitFor();
    await press('Filter by user…');
    await dialog().getByLabel('Search by name').fill('rosa');
    await dialog().getByRole('radio', { name: /Rosa/ }).check();
    await confirm('Show');
    await visit.page.getByText('By: Rosa Marsh').waitFor();
    await press('Clear filters');
    await press('Filter by person concerned…');
    await dialog().getByLabel('Search by name').fill('rosa');
    await dialog().getByRole('radio', { name: /Rosa/ }).check();
    await confirm('Show');
    await visit.page.getByText('About: Rosa Marsh').waitFor();
    await visit.page
      .getByText(/^Today, \d\d:\d\d$/)
      .first()
      .waitFor();
    await visit.page.getByLabel('Until').fill('2020-01-01');
    await visit.page.getByText('No matches.').waitFor();
    await visit.page.reload();
    await visit.page.getByText('No matches.').waitFor();
    await press('Clear filters');
    await sql(
      consoles.app.databaseUrl,
      `INSERT INTO audit_log (at, level, action, outcome, message)
       SELECT now() - i * interval '1 minute', 'info', 'login', 'done', 'Line ' || i FROM generate_series(1, 120) i`,
    );
    await visit.open('/admin/logs');
    await press('Next');
    await visit.page.getByText(/^Page 2 of /).waitFor();
    await visit.page
      .getByText(/^Line \d+$/)
      .first()
      .waitFor();
  });

  it('finds the quality of the detection and the health of the service in the reports', async () => {
    const { app } = consoles;
    const { body } = await api('GET', `/patients/${hostile.id}/devices`);
    await sql(
      app.databaseUrl,
      `INSERT INTO fall_events (user_id, device_id, confidence, status, outcome, created_at)
       SELECT $1, $2, 0.8, 'HIGH', (ARRAY['CONFIRMED', 'FALSE_ALARM', 'CONFIRMED'])[1 + i % 3], now() - i * interval '11 hours'
       FROM generate_series(1, 45) i`,
      [hostile.id, body.data[0].id],
    );
    await visit.open('/admin/stats');
    await visit.page.waitForURL('**/reports');
    await card('Service').getByRole('button', { name: 'Show' }).click();
    await card('Service').getByText('Everything works.').waitFor();
    await card('Service').getByText('Version 99.0.0 is available.').waitFor();
    await visit.picture('newer-version');
    await card('Detection quality').getByRole('button', { name: 'Show' }).click();
    await card('Detection quality')
      .getByText('Of 45 falls that caregivers checked, 30 were real: 67 %.')
      .waitFor();
    await card('Detection quality').getByRole('link', { name: HOSTILE }).waitFor();
  });

  it('makes at most six requests per page', async () => {
    for (const [name, { path, shown }] of Object.entries(pages)) {
      await visit.open(typeof path === 'string' ? path : path());
      await shown(visit).waitFor();
      const asked = visit.ownRequests();
      assert.ok(asked.length <= 6, `${name}: ${asked.join(', ')}`);
    }
  });

  it('passes accessibility and width checks, light and dark, down to 320 px, with hostile names', async () => {
    for (const dark of [false, true]) {
      const other = await consoles.visit({ dark });
      await other.logIn(ADMIN);
      for (const [name, { path, shown }] of Object.entries(pages)) {
        await other.page.setViewportSize({ width: 1280, height: 900 });
        await other.open(typeof path === 'string' ? path : path());
        await shown(other).waitFor();
        await other.checkAccessibility();
        await other.checkWidth();
        await other.picture(`admin-${name}-${dark ? 'dark' : 'light'}`);
        await other.page.setViewportSize({ width: 320, height: 700 });
        await other.checkWidth();
        await other.picture(`admin-${name}-${dark ? 'dark' : 'light'}-narrow`);
        assert.equal(await other.page.locator('img[src="x"]').count(), 0);
      }
      await other.close();
    }
    await visit.close();
  });

  it('is closed to other roles', async () => {
    const other = await consoles.visit();
    await other.logIn(rosa);
    for (const path of ['/admin/users', '/admin/logs', '/admin/stats', '/admin/escalation']) {
      await other.open(path);
      await other.page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await other.page.getByRole('table').count(), 0);
    }
    assert.deepEqual(
      other.apiRequests().filter((request) => request.includes('/admin/')),
      [],
    );
    await other.close();
  });
});
