import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

/** An init script: `data-closings` counts the `close` events that the page has handled, those of removed dialogs too. */
const COUNT_CLOSINGS = `
  let closings = 0;
  const { close } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.close = function () {
    const count = () => window.setTimeout(() => (document.documentElement.dataset.closings = ++closings));
    if (this.open) this.addEventListener('close', count, { once: true });
    close.call(this);
  };
`;

describe('a dialog that takes the place of another', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  for (const [page, path] of [
    ['setup', '/admin/setup'],
    ['users', '/admin/users'],
  ] as const)
    it(`shows a resident's temporary password on the ${page} page until it is closed`, async () => {
      const visit = await consoles.visit();
      await visit.context.addInitScript(COUNT_CLOSINGS);
      await visit.logIn(ADMIN, path);
      const dialog = visit.page.getByRole('dialog');
      const closed = (times: number) =>
        visit.page.locator(`html[data-closings="${times}"]`).waitFor({ state: 'attached' });
      await visit.page.getByRole('button', { name: 'Add resident', exact: true }).click();
      await dialog.getByLabel('First name').fill('Rosa');
      await dialog.getByLabel('Last name').fill('Marsh');
      await dialog.getByLabel('E-mail').fill(`rosa.${page}@example.org`);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await closed(1);
      const password = await dialog.locator('code').innerText();
      await visit.checkAccessibility();
      await visit.picture(`temporary-password-${page}`, { fullPage: false });
      await dialog.getByRole('button', { name: 'Done' }).click();
      await closed(2);
      assert.equal(await dialog.count(), 0);
      const resident = await consoles.visit();
      await resident.logInByApi({ email: `rosa.${page}@example.org`, password });
      await visit.close();
    });
});

describe('a dialog with fields that have values', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  it('keeps what is typed first', async () => {
    const visit = await consoles.visit();
    const admin = await logInAsAdmin(consoles.app);
    const body = { firstName: 'Rosa', lastName: 'Marsh' };
    const { id } = (await consoles.app.call('POST', '/admin/patients', { token: admin.token, body })).body
      .data;
    await visit.logIn(ADMIN, `/admin/users?user=${id}`);
    await visit.page.getByRole('button', { name: 'Edit' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('Last name').fill('Brandt');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await visit.page.getByRole('heading', { name: 'Rosa Brandt' }).waitFor();
    await visit.close();
  });
});
