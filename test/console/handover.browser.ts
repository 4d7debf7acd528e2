import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DAY_MS, MINUTE_MS } from '../../src/platform/time.ts';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';
import { checkLayout } from './layout.ts';

describe('a ward in the console', () => {
  let consoles: Consoles;
  let admin: Person;
  let lead: Person;
  let night: Person;
  let ward: string;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    lead = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    night = await signUp(app, 'CAREGIVER', { firstName: 'Nia', lastName: 'Holt' });
    ward = (await api('POST', '/wards', { name: 'Ground floor' })).body.data.id;
    await api('PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await api('PUT', `/wards/${ward}/caregivers/${night.id}`, {});
    visit = await consoles.visit();
    await visit.logIn(lead);
  });
  after(() => consoles.close());

  const api = (method: string, path: string, body?: unknown) =>
    consoles.app.call(method, path, { token: admin.token, body });
  const press = ({ page }: Visit, name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is handed over by a note, which stays on the board until the next shift confirms it', async () => {
    const next = await consoles.visit();
    await next.logIn(night);
    await press(visit, 'Write handover');
    await visit.page
      .getByLabel('Note to the next shift')
      .fill('Room 12 slept badly.\nRoom 14: new wearable.');
    await press(visit, 'Hand over');
    await visit.page.getByText('Waiting for the next shift to confirm.').waitFor();
    const card = next.page.getByRole('region', { name: 'Handover · Ground floor' });
    await card.getByText('Room 14: new wearable.').waitFor();
    await card
      .getByText(/0 falls, 0 open alerts, 0 silent wearables, 0 low batteries(,| and) 0 residents away/)
      .waitFor();
    await next.checkAccessibility();
    await next.picture('board-handover');
    await press(next, 'Confirm handover');
    await card.waitFor({ state: 'detached' });
    await visit.page.getByText('Waiting for the next shift to confirm.').waitFor({ state: 'detached' });
    assert.equal((await api('GET', `/wards/${ward}/handover`)).body.data.confirmedBy.id, night.id);
  });

  it('has an escalation policy that its lead edits', async () => {
    await visit.page.getByRole('link', { name: 'Escalation for Ground floor' }).click();
    await visit.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
    const step = visit.page.getByRole('group', { name: 'Step 1', exact: true });
    await step.getByLabel('Ward leads').check();
    await step.getByLabel('Pager').check();
    await press(visit, 'Save');
    await visit.page.getByText('Ground floor has a separate escalation policy.').waitFor();
    await visit.checkAccessibility();
    await visit.picture('ward-escalation');
    const { data } = (await api('GET', `/wards/${ward}/escalation`)).body;
    assert.deepEqual(data.steps[0].targets, ['on_duty', 'ward_leads']);
    await press(visit, 'Use the policy of the home');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Use the policy of the home' }).click();
    await visit.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
  });

  it('is listed for admins, and its policy is closed to other caregivers', async () => {
    const boss = await consoles.visit();
    await boss.logIn(ADMIN, '/admin/escalation');
    await boss.page.getByRole('link', { name: 'Ground floor' }).click();
    await boss.page.getByText('The escalation policy of the home applies to Ground floor.').waitFor();
    const other = await consoles.visit();
    await other.logIn(night, `/wards/${ward}/escalation`);
    await other.page.getByText('You are not a lead of this ward').waitFor();
  });

  it('has its night as a picture and in words, and the handovers before', async () => {
    const { app } = consoles;
    await api('PUT', '/admin/organisation', { timeZone: 'UTC' });
    const { body } = await api('GET', `/wards/${ward}/night`);
    const { date, from } = body.data;
    const at = (minutes: number) => new Date(Date.parse(from) - DAY_MS + minutes * MINUTE_MS);
    const edith = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    await api('PUT', `/patients/${edith.id}`, { wardId: ward, room: '12 B' });
    const { id } = (await app.call('POST', '/falls', { token: edith.token, body: { confidence: 0.8 } })).body
      .data;
    await app.call('POST', `/falls/${id}/claim`, { token: night.token, body: {} });
    await app.call('POST', `/falls/${id}/resolve`, { token: night.token, body: { outcome: 'HELPED' } });
    const run = (statement: string, ...values: unknown[]) => sql(app.databaseUrl, statement, values);
    await run('UPDATE fall_events SET created_at = $2 WHERE id = $1', id, at(190));
    await run(`UPDATE response_log SET at = $2 WHERE fall_id = $1 AND type = 'claimed'`, id, at(192));
    await run('UPDATE responses SET resolved_at = $2 WHERE fall_id = $1', id, at(220));
    await run(`UPDATE users SET created_at = now() - interval '9 days' WHERE id = $1`, edith.id);
    await run(
      `INSERT INTO devices (user_id, mac_address, name, created_at, updated_at)
       VALUES ($1, '02:00:00:00:00:01', 'Watch', now(), now())`,
      edith.id,
    );
    await run(
      `INSERT INTO roster_shifts (ward_id, place, name, weekdays, start_time, end_time, caregivers, from_day, every_weeks)
       VALUES ($1, 0, 'Night', '{1,2,3,4,5,6,7}', '21:00', '06:00', ARRAY[$2::uuid], '2020-01-01', 1)`,
      ward,
      night.id,
    );
    await run(
      `INSERT INTO coverage_days (patient_id, day, device_key, connected, late, not_worn)
       VALUES ($1, $2::date - 1, 1, '{[0,1380)}', '{}', '{}'), ($1, $2::date, 1, '{[30,1440)}', '{}', '{}')`,
      edith.id,
      date,
    );
    await visit.open('/');
    await visit.page.getByRole('link', { name: 'Night and handovers of Ground floor' }).click();
    const { page } = visit;
    await page.getByText('No falls or calls.').waitFor();
    await page.getByRole('button', { name: 'Night before' }).click();
    await page.getByText('Fall detected · Nia Holt set out 21:12 · resolved 21:40: Helped').waitFor();
    await page.getByRole('link', { name: '21:10 Edith Brandt, room 12 B' }).waitFor();
    await page.getByText('Edith Brandt, room 12 B: 23:00–00:30').waitFor();
    await page
      .getByRole('img', { name: /1 fall or call, 1 gap in the roster and 1 resident without signal/ })
      .waitFor();
    await page.getByText('By Ann Lee · confirmed by Nia Holt').waitFor();
    // The mark of the fall stands where 21:10 is: 190 of 720 minutes.
    const marked = await page.evaluate<number>(`(() => {
      const lane = document.querySelector('.night svg').getBoundingClientRect();
      const mark = document.querySelector('.night .night-fell').getBoundingClientRect();
      return (mark.left + mark.width / 2 - lane.left) / lane.width;
    })()`);
    assert.ok(Math.abs(marked - 190 / 720) < 0.01, String(marked));
    await visit.checkAccessibility();
    await visit.picture('night');
    const phone = await consoles.visit({ width: 320, height: 800, dark: true, locale: 'de-DE' });
    await phone.logIn(night, `/wards/${ward}/handover`);
    await phone.page.getByRole('button', { name: 'Auf Deutsch anzeigen' }).click();
    await phone.page.getByRole('button', { name: 'Nacht davor' }).click();
    await phone.page.getByText('Nia Holt ging 21:12 los').waitFor();
    await checkLayout(phone.page, 'the night on a phone');
    await phone.checkAccessibility();
    await phone.picture('night-phone-de');
  });
});
