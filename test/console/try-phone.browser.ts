import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { readModules } from '../helpers/qr-blocks.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

/** The modules of the drawing: one square of its path for each dark one. */
async function readPicture({ page }: Visit): Promise<string | undefined> {
  const drawing = page.locator('svg.qr');
  const size = Number((await drawing.getAttribute('viewBox'))?.split(' ')[2]);
  const path = (await drawing.locator('path').getAttribute('d')) ?? '';
  const dark = new Set([...path.matchAll(/M(\d+ \d+)h/g)].map(([, place]) => place));
  const modules = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => !dark.has(`${x} ${y}`)),
  );
  return readModules(modules);
}

describe('trying with a phone, from the setup guide', () => {
  let consoles: Consoles;
  let admin: Person;
  let pat: Person;
  let https: string;
  before(async () => {
    consoles = await openConsoles({ TLS_OWN: 'on', TLS_OWN_PORT: '0' });
    https = `https://127.0.0.1:${consoles.app.app.ports.https}`;
    admin = await logInAsAdmin(consoles.app);
    pat = await signUp(consoles.app);
  });
  after(() => consoles.close());

  const press = (visit: Visit, name: string) => visit.page.getByRole('button', { name, exact: true }).click();

  async function makeCode(visit: Visit): Promise<string> {
    await press(visit, 'Try with your phone');
    await visit.page.getByRole('radio').first().check();
    await press(visit, 'Show QR code');
    const link = visit.page.getByRole('link', { name: 'Open on this device' });
    await link.waitFor();
    return (await link.getAttribute('href')) ?? '';
  }
  const codeOf = (link: string): Json =>
    JSON.parse(String(Buffer.from(link.split('#')[1] ?? '', 'base64url')));

  it('makes a wearable of a resident, and shows a code that leads to HTTPS though the console is open over http', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/setup');
    const link = await makeCode(visit);
    const { mac, token, url } = codeOf(link);
    assert.equal(link.split('#')[0], `${https}/wear`);
    assert.equal(url, https);
    assert.match(mac, /^02(:[0-9A-F]{2}){5}$/);
    assert.ok(token.length > 30);
    assert.equal(await readPicture(visit), link, 'the picture holds the link');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('try-phone');
    const { body } = await consoles.app.call('GET', `/patients/${pat.id}/devices`, { token: admin.token });
    assert.deepEqual(
      body.data.map(({ macAddress, name }: Json) => [macAddress, name]),
      [[mac, 'Phone']],
    );
    await visit.close();
  });

  it('makes another one the next time: a token is shown once', async () => {
    const visit = await consoles.visit({ origin: https, width: 390, height: 844 });
    await visit.logIn(ADMIN, '/admin/setup');
    const first = codeOf(await makeCode(visit));
    await press(visit, 'Done');
    assert.equal(await visit.page.getByText(first.token).count(), 0);
    const second = codeOf(await makeCode(visit));
    assert.notEqual(second.mac, first.mac);
    assert.notEqual(second.token, first.token);
    await visit.checkWidth();
    await visit.close();
  });

  it('opens the phone page over HTTPS, where the sensor works', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/setup');
    const link = await makeCode(visit);
    const phone = await consoles.visit({ origin: https, width: 390, height: 844 });
    await phone.page.goto(link);
    await phone.page.getByRole('button', { name: 'Start' }).waitFor();
    assert.equal(await phone.page.evaluate('isSecureContext'), true);
    assert.ok(!phone.page.url().includes('#'), 'the fragment has left the address bar');
    await phone.close();
    await visit.close();
  });
});

describe('trying with a phone without HTTPS', () => {
  it('explains what it needs and how to get it, in both languages', async () => {
    const consoles = await openConsoles();
    await signUp(consoles.app);
    for (const [language, button, words] of [
      ['en', 'Try with your phone', 'TLS_OWN to “on”'],
      ['de', 'Mit dem Telefon ausprobieren', 'TLS_OWN auf „on“'],
    ] as const) {
      const { token } = await logInAsAdmin(consoles.app);
      await consoles.app.call('PUT', '/profile/me', { token, body: { language } });
      const visit = await consoles.visit({ locale: language });
      await visit.logIn(ADMIN, '/admin/setup');
      await visit.page.getByRole('button', { name: button }).click();
      await visit.page.getByRole('dialog').getByText(words).waitFor();
      assert.equal(await visit.page.getByRole('dialog').getByRole('radio').count(), 0);
      await visit.checkAccessibility();
      await visit.close();
    }
    await consoles.close();
  });
});
