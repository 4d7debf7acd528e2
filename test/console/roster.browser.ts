import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from '../helpers/sql.ts';
import { night, openWard, type TestWard } from '../roster/ward.ts';
import { type Account, type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the roster in the console', () => {
  let consoles: Consoles;
  let ward: TestWard;
  before(async () => {
    consoles = await openConsoles();
    ward = await openWard(consoles.app, 'Garden');
  });
  after(() => consoles.close());

  const open = async (who: Account, options = {}): Promise<Visit> => {
    const visit = await consoles.visit(options);
    await visit.logIn(who);
    await visit.page.getByRole('link', { name: /Roster|Dienstplan/ }).click();
    await visit.page.getByRole('heading', { name: /Roster|Dienstplan/, level: 1 }).waitFor();
    return visit;
  };

  it('lets a lead add a shift, and shows its week and its gaps', async () => {
    const visit = await open(ward.lead);
    const { page } = visit;
    await page.getByRole('button', { name: 'Add shift' }).click();
    await page.getByLabel('Name').fill('Night');
    await page.getByRole('button', { name: 'Save roster' }).click();
    await page.getByText('Saved 1 shift.').waitFor();
    await page.getByText('No caregiver').first().waitFor();
    const choose = (view: string) => page.getByRole('radio', { name: view }).check();
    await choose('List');
    assert.equal(await page.locator('.week').getByText('Night 22:00–06:00').count(), 7);
    await page.getByRole('group', { name: 'Caregivers' }).getByLabel('Ann Garden').check();
    await page.getByRole('button', { name: 'Save roster' }).click();
    await page.locator('.week').getByText('Ann Garden').first().waitFor();
    assert.equal(await page.locator('.week').getByText('No caregiver').count(), 0);
    await visit.picture('roster-lead');
    await choose('Grid');
    await visit.checkAccessibility();
    await visit.checkWidth();

    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByRole('button', { name: 'Save roster' }).click();
    await page.getByText('must not be before').waitFor();
    await visit.close();
  });

  it('is a grid: a lead drags a shift, moves one by keyboard, adds one, copies the week, and sees who is missing', async () => {
    const { shifts } = await ward.roster([night([ward.ann])]);
    const visit = await open(ward.lead);
    const { page } = visit;
    await page.getByRole('button', { name: 'Next week', exact: true }).click();
    const grid = page.getByRole('region', { name: 'Week by caregiver and day' });
    const turn = (name: string, day: string) =>
      grid.getByRole('button', { name: new RegExp(`^Night 22:00–06:00, ${name} Garden, ${day}`) });
    const cell = (name: string, day: string) =>
      grid.getByRole('button', { name: new RegExp(`^Add a shift: ${name} Garden, ${day}`) });
    await grid.getByText('06:00–22:00: nobody').first().waitFor();

    await turn('Ann', 'Monday').dragTo(cell('Ben', 'Monday'));
    await turn('Ben', 'Monday').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await turn('Ann', 'Monday').waitFor();
    await turn('Ann', 'Monday').dragTo(cell('Ben', 'Tuesday'));
    await turn('Ben', 'Tuesday').waitFor();
    await grid.getByRole('button', { name: /No caregiver, Monday/ }).waitFor();
    assert.equal(await grid.getByText('00:00–24:00: nobody').count(), 0);
    await visit.picture('roster-grid');
    await visit.checkAccessibility();

    // By keyboard: arrows to Ann's Wednesday, and its dialog.
    await turn('Ann', 'Tuesday').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Day' }).selectOption({ label: await dayOf('Monday') });
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await turn('Ann', 'Monday').waitFor();
    assert.equal(await turn('Ann', 'Wednesday').count(), 0);
    await cell('Ann', 'Wednesday').click();
    await page.getByRole('combobox', { name: 'Shift' }).selectOption({ label: 'Night 22:00–06:00' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await turn('Ann', 'Wednesday').click();
    await page.getByRole('button', { name: 'Take off this shift' }).click();
    await cell('Ben', 'Wednesday').click();
    await page.getByRole('combobox', { name: 'Shift' }).selectOption({ label: 'Night 22:00–06:00' });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await turn('Ben', 'Wednesday').waitFor();

    await page.getByRole('button', { name: 'Copy to next week' }).click();
    await page.getByText('Copied 2 shifts. 5 already the same.').waitFor();
    await page.getByRole('button', { name: 'Copy to next week' }).click();
    await page.getByText('Nothing to copy. 7 already the same.').waitFor();
    await page.getByRole('button', { name: 'Next week', exact: true }).click();
    await turn('Ben', 'Wednesday').waitFor();
    assert.equal((await ward.ok('GET', `${ward.path}/roster`, ward.lead)).shifts[0].id, shifts[0].id);

    async function dayOf(name: string): Promise<string> {
      const header = await grid.getByRole('columnheader', { name }).textContent();
      return header ?? '';
    }
    await visit.close();

    await ward.ok('PUT', '/profile/me', ward.lead, { language: 'de' });
    const phone = await open(ward.lead, { width: 320, height: 700, dark: true });
    await phone.page.locator('.week').waitFor();
    await phone.page.getByRole('radio', { name: 'Raster' }).check();
    await phone.page.locator('.roster-grid').waitFor();
    await phone.checkWidth();
    await phone.picture('roster-grid-phone');
    await phone.checkAccessibility();
    await phone.close();
  });

  it('lets a caregiver swap a slot and a colleague accept', async () => {
    const visit = await open(ward.ann, { width: 390, height: 844 });
    const { page } = visit;
    await page.getByRole('button', { name: 'Next week', exact: true }).click();
    await page.getByRole('button', { name: 'Swap' }).first().click();
    await page.getByLabel('Colleague who takes over').selectOption({ label: 'Ben Garden' });
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText(/Ann Garden asks Ben Garden to take over on/).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Accept' }).count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Save roster' }).count(), 0, 'she is no lead');
    await page.getByRole('button', { name: 'Show address' }).click();
    await page.getByText(/\/api\/calendars\/[\w-]+\.ics/).waitFor();
    await visit.picture('roster-caregiver');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.close();

    const colleague = await consoles.visit();
    await colleague.logIn(ward.ben);
    await colleague.page.getByText(/Ann Garden asks you to take over: Garden, Night/).waitFor();
    await colleague.picture('roster-notice');
    await colleague.page.getByRole('link', { name: 'Open roster' }).click();
    await colleague.page.getByRole('button', { name: 'Accept' }).click();
    await colleague.page.getByText('No open swaps.').waitFor();
    const [swap] = await sql(consoles.app.databaseUrl, 'SELECT state FROM roster_swaps');
    assert.equal(swap?.state, 'ACCEPTED');
    await colleague.close();
  });

  it('shows who is on duty, and nothing of a ward of others', async () => {
    await ward.roster([night([ward.ann], { start: '00:00', end: '00:00' })]);
    const visit = await open(ward.ben);
    await visit.page.getByText(/Ann Garden, until/).waitFor();
    await visit.close();
    const { lead } = await openWard(consoles.app, 'Annex');
    const stranger = await open(lead);
    await stranger.page.getByRole('combobox', { name: 'Ward' }).selectOption({ label: 'Garden' });
    await stranger.page.getByText('You are not a member of this ward').first().waitFor();
    await stranger.close();
  });
});
