import { after, before, describe, it } from 'node:test';
import { type Consoles, openConsoles } from './browser.ts';

describe('console/docs', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  it('show the API to anybody, from this host alone', async () => {
    const { page, ...visit } = await consoles.visit();
    await visit.open('/docs');
    // Swagger UI draws everything at once, which takes a busy machine its time.
    await page.getByText('/board', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText('/falls/{id}/claim', { exact: true }).click();
    await page.getByRole('button', { name: 'Try it out' }).waitFor();
    await visit.picture('docs');
    await visit.close();
  });
});
