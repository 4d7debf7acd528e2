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
    // Swagger UI renders the operations that are in view, which is slow on a busy machine.
    await page.getByText('/auth/login', { exact: true }).click({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Try it out' }).waitFor();
    await visit.picture('docs');
    await visit.close();
  });
});
