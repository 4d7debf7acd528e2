import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('a test alert', () => {
  let consoles: Consoles;
  let admin: Person;
  before(async () => {
    consoles = await openConsoles();
    admin = await logInAsAdmin(consoles.app);
  });
  after(() => consoles.close());

  async function as(method: string, path: string, body: object = {}) {
    const answer = await consoles.app.call(method, path, { token: admin.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  }

  it('says that it is one on the board, the wall, a station, every other page and its own', async () => {
    const { code } = await as('POST', '/stations', { name: 'Office' });
    const [board, wall, other, tablet] = await Promise.all(
      [1, 2, 3, 4].map(() => consoles.visit({ width: 1280, height: 800 })),
    );
    assert.ok(board && wall && other && tablet);
    await board.logIn(ADMIN);
    // An empty home begins with the guide.
    await board.page.getByRole('heading', { name: 'Set up your home' }).waitFor();
    await board.page.getByRole('link', { name: 'Board' }).click();
    await wall.logInByApi(ADMIN);
    await wall.open('/?display=wall');
    await other.logIn(ADMIN, '/settings');
    await tablet.open(`/station#code=${code}`);
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    for (const { page } of [board, wall, other, tablet]) await page.locator('.status.live').first().waitFor();
    const { id } = await as('POST', '/admin/test-alerts', { location: 'Office' });

    for (const [name, visit] of Object.entries({ board, wall, tablet })) {
      await visit.page
        .getByRole('region', { name: 'Alerts' })
        .getByText('Test alert', { exact: true })
        .waitFor();
      await visit.picture(`test-alert-${name}`, { fullPage: false });
    }
    await other.page.getByRole('link', { name: /^1 test .*Test alert/ }).waitFor();
    for (const { page } of [board, wall, tablet]) {
      await page.locator('.summary, .wall-count').getByText('1 test', { exact: true }).waitFor();
      assert.doesNotMatch(await page.title(), /\(/, 'the title counts no test');
    }
    assert.equal(await other.page.getByText('unanswered').count(), 0);
    await other.picture('test-alert-bar', { fullPage: false });

    await other.open(`/falls/${id}`);
    await other.page.getByRole('heading', { level: 1, name: /^Test alert: / }).waitFor();
    await other.page.getByText('Test alert triggered. No one has fallen.').waitFor();
    const text = await other.page.locator('main').innerText();
    assert.doesNotMatch(text, /Emergency|Reported by|no wearable detected/);
    await other.picture('test-alert-fall');
    await other.checkAccessibility();

    await as('POST', `/falls/${id}/claim`);
    for (const { page } of [board, wall, tablet])
      await page.getByRole('region', { name: 'Alerts' }).getByText('Test alert', { exact: true }).waitFor();
    await other.page.getByRole('link', { name: 'You → Test alert' }).waitFor();
    await board.page.getByRole('button', { name: /Test alert/ }).click();
    await board.page.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
    await board.page.getByRole('dialog', { name: /^Close .*'s alert$/ }).waitFor();
    for (const visit of [board, wall, other, tablet]) await visit.close();
  });
});
