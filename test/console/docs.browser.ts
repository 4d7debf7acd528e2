import { after, before, describe, it } from 'node:test';
import { type Consoles, openConsoles } from './browser.ts';

describe('the API docs', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  it('show the API without a login, and load nothing from other hosts', async () => {
    const { page, ...visit } = await consoles.visit();
    await visit.open('/docs');
    await page.getByText('/auth/login', { exact: true }).click();
    await page.getByRole('button', { name: 'Try it out' }).waitFor();
    await page.getByRole('tab', { name: 'Schema' }).first().click();
    await page.getByText('Login credentials').waitFor();
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor();
    await visit.picture('docs');
    await visit.close();
  });

  it('open the operation that an address names, and try it out', async () => {
    const { page, ...visit } = await consoles.visit();
    await visit.open('/docs#/Falls/getFall');
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByPlaceholder('id').fill(crypto.randomUUID());
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('UNAUTHENTICATED').first().waitFor();
    await visit.close();
  });
});
