import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { ADMIN } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { type EspaxServer, startEspaxServer } from '../helpers/espax-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Mailbox, startMailbox } from '../helpers/mailbox.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { type Receiver, startReceiver } from '../helpers/receiver.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<b onmouseover=alert(1)>Bob</b>';

describe('the settings pages', () => {
  let consoles: Consoles;
  let receiver: Receiver;
  let mailbox: Mailbox;
  let pagerServer: EspaxServer;
  let ann: Person;
  let visit: Visit;
  before(async () => {
    [receiver, mailbox] = [await startReceiver(), await startMailbox()];
    pagerServer = await startEspaxServer();
    consoles = await openConsoles({
      ESPA_URL: pagerServer.url,
      ALLOW_PRIVATE_TARGETS: 'true',
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'vigil@example.org',
      REQUIRE_TOTP: 'ADMIN',
    });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    visit = await consoles.visit();
    await visit.logIn(ann);
    await visit.page.getByText('No residents are assigned to you yet.').waitFor();
  });
  after(async () => {
    await consoles.close();
    await receiver.close();
    await mailbox.close();
    await pagerServer.close();
  });

  const card = (name: string, { page }: Visit = visit) => page.getByRole('region', { name });
  const dialog = () => visit.page.getByRole('dialog');
  const button = (name: string) => dialog().getByRole('button', { name });
  const codeNow = (secret: Buffer) => totpCode(secret, stepAt(consoles.app.clock.now()));

  const openTab = (name: string, { page }: Visit = visit) =>
    page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link', { name }).click();

  it('have three parts with an address each; the first makes at most six requests when it opens', async () => {
    await visit.open('/settings');
    await card('Notifications').getByText('None yet').waitFor();
    const asked = visit.ownRequests();
    assert.ok(asked.length <= 6, asked.join(', '));
    await visit.picture('settings');
    const { page } = visit;
    const current = page.getByRole('navigation', { name: 'Parts of the settings' }).locator('[aria-current]');
    assert.equal(await current.innerText(), 'Alerts');
    await current.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await card('Profile').getByLabel('Last name').waitFor();
    assert.equal(new URL(page.url()).pathname, '/settings/me');
    assert.equal(await current.innerText(), 'Me');
    await visit.checkAccessibility();
    await visit.picture('settings-me');
    await openTab('Security');
    for (const text of ['Two-step verification is off', 'This device'])
      await page.getByText(text).first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/settings/security');
    await visit.checkAccessibility();
    await visit.picture('settings-security');
    await page.goBack();
    await card('Profile').waitFor();
  });

  it('save the profile', async () => {
    const profile = card('Profile');
    await profile.getByLabel('Last name').fill('Leigh');
    await profile.getByLabel('Phone').fill('+49 30 1234');
    await profile.getByRole('button', { name: 'Save' }).click();
    await profile.getByText('Saved.').waitFor();
    const { body } = await consoles.app.call('GET', '/profile/me', { token: ann.token });
    assert.deepEqual([body.data.lastName, body.data.phone], ['Leigh', '+49 30 1234']);
  });

  it('add a webhook, show its secret once, test it and delete it', async () => {
    await openTab('Alerts');
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    await dialog().getByLabel('Method').selectOption('webhook');
    await dialog().getByLabel('URL').fill(`${receiver.url}/falls`);
    await dialog().getByLabel('Notify me from').selectOption('HIGH');
    await dialog().getByLabel('Quiet from').fill('22:00');
    await dialog().getByLabel('Quiet until').fill('06:00');
    await visit.picture('settings-channel');
    await visit.checkAccessibility();
    await button('Add').click();
    await dialog()
      .getByText(/^whsec_/)
      .waitFor();
    await button("I've saved it").click();
    const channels = card('Notifications');
    await channels.getByText('Quiet from 22:00 to 06:00').waitFor();
    await channels.getByRole('button', { name: 'Send test' }).click();
    await channels.getByText('Test delivered.').waitFor();
    assert.equal(receiver.received.at(-1)?.path, '/falls');
    await channels.getByRole('button', { name: 'Delete' }).click();
    await button('Delete').click();
    await channels.getByText('None yet').waitFor();
  });

  it('add a pager, refuse a number that is none, test it and delete it', async () => {
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    const greyed = dialog().getByLabel('Method').locator('option:disabled');
    await greyed.first().waitFor({ state: 'attached' });
    assert.deepEqual(await greyed.allTextContents(), [
      'Text message (SMS): not set up',
      'Phone call: not set up',
    ]);
    await dialog().getByText('Greyed methods are not set up in this home.').waitFor();
    await dialog().getByLabel('Method').selectOption('pager');
    await dialog().getByLabel('Number').fill('47 11');
    await button('Add').click();
    await dialog().getByText('Enter a number of 1 to 16 digits.').waitFor();
    await visit.picture('settings-pager');
    await visit.checkAccessibility();
    await dialog().getByLabel('Number').fill('4711');
    await button('Add').click();
    const channels = card('Notifications');
    await channels.getByText('4711').waitFor();
    await channels.getByRole('button', { name: 'Send test' }).click();
    await channels.getByText('Test delivered.').waitFor();
    assert.equal(pagerServer.started.at(-1)?.field('CP-TEXTMSG'), 'Test from Vigil');
    await visit.picture('settings-ringing');
    await visit.checkAccessibility();
    await channels.getByRole('group', { name: 'Did your phone ring?' }).getByLabel('Yes').check();
    await channels.getByRole('group', { name: 'Was it on silent?' }).getByLabel('Yes').check();
    await channels.getByRole('button', { name: 'Save answer' }).click();
    await channels.getByText('Rings on silent').waitFor();
    await visit.picture('settings-pager-added');
    await channels.getByRole('button', { name: 'Delete' }).click();
    await button('Delete').click();
    await channels.getByText('None yet').waitFor();
  });

  it('show why a test was not delivered', async () => {
    const failing = await startReceiver((response) => response.writeHead(500).end());
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    await dialog().getByLabel('Method').selectOption('ntfy');
    // A refused form keeps the server: the field's first value is a public one, which would learn the residents' names.
    await dialog().getByLabel('Server URL').fill(failing.url);
    await dialog().getByLabel('Topic').fill('falls of ann');
    await dialog().getByLabel('Notify me from').selectOption('HIGH');
    await dialog().getByLabel('Quiet from').fill('22:00');
    await button('Add').click();
    await dialog().getByRole('alert').waitFor();
    assert.equal(await dialog().getByLabel('Server URL').inputValue(), failing.url);
    assert.equal(await dialog().getByLabel('Notify me from').inputValue(), 'HIGH');
    await dialog().getByLabel('Quiet from').fill('');
    await dialog().getByLabel('Topic').fill('falls-of-ann');
    await button('Add').click();
    const channels = card('Notifications');
    await channels.getByRole('button', { name: 'Send test' }).click();
    await channels.getByText(/Test not delivered: .*500/).waitFor();
    await visit.picture('settings-test-failed');
    await channels.getByRole('button', { name: 'Delete' }).click();
    await button('Delete').click();
    await channels.getByText('None yet').waitFor();
    await failing.close();
  });

  it('confirm an e-mail address with the mailed code', async () => {
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    await dialog().getByLabel('Method').selectOption('email');
    await dialog().getByLabel('E-mail address').fill('ann@example.org');
    await dialog().getByLabel('Also tell me when the fall is resolved').check();
    await visit.picture('settings-closing');
    await button('Add').click();
    const channels = card('Notifications');
    await channels.getByText('also when resolved').waitFor();
    await channels.getByText('Not confirmed yet').waitFor();
    await channels.getByLabel('Code').fill('000000');
    await channels.getByRole('button', { name: 'Confirm' }).click();
    await channels.getByRole('alert').waitFor();
    const code = /\b(\d{6})\b/.exec(mailbox.mails.at(-1)?.raw.split('\r\n\r\n').at(1) ?? '')?.[1] ?? '';
    await channels.getByLabel('Code').fill(code);
    await channels.getByRole('button', { name: 'Confirm' }).click();
    await channels.getByText('Confirmed.').waitFor();
    await channels.getByText('Ready').waitFor();
  });

  it('add notifications in this browser', async () => {
    // Without the internet Chromium has no push service.
    await visit.context.grantPermissions(['notifications']);
    await visit.page.evaluate(`PushManager.prototype.subscribe = () => Promise.resolve({
      toJSON: () => ({ endpoint: '${receiver.url}/push', keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }) })`);
    await visit.page.getByRole('button', { name: 'Add notification method' }).click();
    await button('Add').click();
    await card('Notifications').getByText('Browser notifications').waitFor();
  });

  it('play every sound, and save the theme', async () => {
    await visit.page.getByRole('button', { name: 'Test sound' }).click();
    await card('Sound').getByText('You should have heard three sounds.').waitFor();
    await openTab('Me');
    const background = () => visit.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await visit.page.getByLabel('Dark').check();
    const dark = await background();
    assert.notEqual(dark, light);
    await visit.open('/settings/me');
    await card('Appearance').waitFor();
    assert.equal(await background(), dark);
    await visit.checkAccessibility();
    await visit.page.getByLabel('Match device').check();
    assert.equal(await background(), light);
  });

  it('end a session on another device, which shows a notice', async () => {
    const phone = await consoles.visit({ width: 390, height: 800 });
    await phone.logIn(ann);
    await phone.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.open('/settings/security');
    const rows = card('Active sessions').getByRole('row').filter({ hasText: 'Chrome on Linux' });
    await rows.first().waitFor();
    await visit.picture('settings-sessions');
    await rows.first().getByRole('button', { name: 'End' }).click();
    await visit.page.getByText('Session ended.').waitFor();
    await phone.page.getByText('Your session has ended').waitFor();
    await phone.close();
  });

  it('set up a second factor, require it at login, and remove it', async () => {
    await card('Two-step verification').getByRole('button', { name: 'Set up' }).click();
    await button('Set up').click();
    await dialog()
      .getByRole('img', { name: /QR code/ })
      .waitFor();
    const secret = fromBase32(await dialog().locator('code').innerText());
    await visit.picture('settings-second-factor');
    await visit.checkAccessibility();
    await dialog().getByRole('textbox', { name: 'Code' }).fill('123');
    await button('Confirm').click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByRole('textbox', { name: 'Code' }).fill(codeNow(secret));
    await button('Confirm').click();
    await visit.page.getByText('Your recovery codes').waitFor();
    assert.equal(await dialog().locator('code').count(), 10);
    await visit.picture('settings-recovery-codes');
    await button("I've saved them").click();
    await card('Two-step verification').getByText('10 recovery codes left.').waitFor();

    await visit.page.getByRole('button', { name: 'Log out' }).click();
    await visit.page.getByLabel('E-mail').fill(ann.email);
    await visit.page.getByLabel('Password').fill(PASSWORD);
    await visit.page.getByRole('button', { name: 'Log in' }).click();
    consoles.app.clock.advance(30_000);
    await visit.page.getByLabel('Code from your authenticator app').fill(codeNow(secret));
    await visit.page.getByRole('button', { name: 'Log in' }).click();
    await visit.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await openTab('Security');
    await card('Two-step verification').getByRole('button', { name: 'Turn off' }).click();
    await dialog().getByLabel('Your password').fill('wrong');
    await button('Turn off').click();
    await dialog().getByRole('alert').waitFor();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await button('Turn off').click();
    await card('Two-step verification').getByText('Two-step verification is off now.').waitFor();
  });

  it('change the password, and delete the account', async () => {
    const password = card('Password');
    const change = async (current: string, next: string, again: string) => {
      await password.getByLabel('Current password').fill(current);
      await password.getByLabel('New password', { exact: true }).fill(next);
      await password.getByLabel('Repeat new password').fill(again);
      await password.getByRole('button', { name: 'Change password' }).click();
    };
    await change('wrong', 'Another!123', 'Another!123');
    await password.getByText('The current password is incorrect').first().waitFor();
    await change(PASSWORD, 'Another!123', 'Another!123');
    await password.getByText('Your password has been changed.').waitFor();
    const login = { body: { email: ann.email, password: 'Another!123' } };
    assert.equal((await consoles.app.call('POST', '/auth/login', login)).status, 200);
    await openTab('Me');
    await visit.page.getByRole('button', { name: 'Delete my account' }).click();
    await visit.picture('settings-delete');
    await dialog().getByLabel('Yes, delete everything').check();
    await button('Delete permanently').click();
    await visit.page.getByText('You are logged out.').waitFor();
    assert.equal((await consoles.app.call('POST', '/auth/login', login)).status, 401);
    await visit.close();
  });

  it('are not needed for a forgotten password: a mailed link sets a new one', async () => {
    const eve = await signUp(consoles.app);
    const { page, ...forgetful } = await consoles.visit();
    await forgetful.open('/login');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(eve.email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('a mail is on its way').waitFor();
    await forgetful.checkAccessibility();
    const mailed = () => mailbox.mails.find(({ to }) => to.includes(eve.email))?.raw.replaceAll(/=\r\n/g, '');
    await eventually('the mail has arrived', () => mailed() !== undefined);
    const token = /#token=(?:3D)?([\w-]+)/.exec(mailed() ?? '')?.[1] ?? '';
    await forgetful.open('about:blank');
    await forgetful.open(`/login#token=${token}`);
    await page.getByLabel('New password').fill('weak');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('At least 8 characters.').first().waitFor();
    await page.getByLabel('New password').fill('Brandnew!1');
    await forgetful.picture('login-reset');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password has been changed.').waitFor();
    await forgetful.logIn({ ...eve, password: 'Brandnew!1' });
    await forgetful.close();
  });

  it('are limited to the second factor for roles that require it, until it is set up', async () => {
    // An empty home would begin with the guide.
    await signUp(consoles.app, 'PATIENT');
    const admin = await consoles.visit();
    await admin.logIn(ADMIN);
    await admin.page.getByRole('heading', { name: 'Settings' }).waitFor();
    await admin.page.getByText('Your role requires two-step verification.').waitFor();
    await admin.checkAccessibility();
    await admin.picture('settings-required');
    await card('Two-step verification', admin).getByRole('button', { name: 'Set up' }).click();
    const shown = admin.page.getByRole('dialog');
    await shown.getByRole('button', { name: 'Set up' }).click();
    const secret = fromBase32(await shown.locator('code').innerText());
    await shown.getByRole('textbox', { name: 'Code' }).fill(codeNow(secret));
    await shown.getByRole('button', { name: 'Confirm' }).click();
    await shown.getByRole('button', { name: "I've saved them" }).click();
    await card('Active sessions', admin).waitFor();
    await admin.page.getByRole('link', { name: 'Board' }).click();
    await admin.page.getByRole('heading', { name: 'Board' }).waitFor();
    await admin.close();
  });

  it('pass accessibility and width checks, light and dark, down to 320 px, with hostile names', async () => {
    const bob = await signUp(consoles.app, 'PATIENT', { firstName: HOSTILE, lastName: 'w'.repeat(90) });
    await consoles.app.call('POST', '/profile/channels', {
      token: bob.token,
      body: { kind: 'webhook', url: `${receiver.url}/${'v'.repeat(120)}` },
    });
    for (const dark of [false, true]) {
      const narrow = await consoles.visit({ dark, width: 320, height: 700 });
      // The first part of a resident, and the others.
      await narrow.logIn(bob, '/settings');
      const theme = dark ? 'dark' : 'light';
      for (const [part, text] of [
        ['Me', bob.email],
        ['Alerts', 'Webhook'],
        ['Security', 'This device'],
      ] as const) {
        if (part !== 'Me') await openTab(part, narrow);
        await narrow.page.getByText(text).first().waitFor();
        if (part === 'Me') assert.equal(await narrow.page.getByLabel('First name').inputValue(), HOSTILE);
        await narrow.checkAccessibility();
        await narrow.checkWidth();
        await narrow.picture(`settings-${part}-${theme}-narrow`);
      }
      await narrow.page.setViewportSize({ width: 1280, height: 900 });
      await narrow.picture(`settings-${theme}`);
      await narrow.close();
    }
  });
});
