import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';

describe('the fall page', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '0', ALLOW_PRIVATE_TARGETS: 'true' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    await assign(app, ann, rosa);
    await assign(app, bob, rosa);
    await as(ann, 'PUT', `/patients/${rosa.id}`, { room: '12' });
    // No server listens there.
    await as(ann, 'POST', '/profile/channels', { kind: 'ntfy', url: 'http://127.0.0.1:1', topic: 'ann' });
  });
  after(() => consoles.close());

  async function as(person: Person, method: string, path: string, body?: object) {
    const answer = await consoles.app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  }
  const report = async (more: object = {}): Promise<string> =>
    (await as(rosa, 'POST', '/falls', { confidence: 0.8, ...more })).id;
  const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });
  const timeline = (visit: Visit) => card(visit, 'Timeline').getByRole('listitem');

  /** A fall detected by a wearable, with readings before and after it. */
  async function detected(): Promise<string> {
    const { app } = consoles;
    const mac = randomMac();
    for (let second = 0; second < 20; second++) {
      app.clock.advance(1_000);
      const vitals = { uptime_ms: 3_600_000 + second * 1_000 };
      await stream(app, rosa, second === 12 ? violent(mac, vitals) : resting(mac, vitals));
    }
    const [{ id }] = await as(rosa, 'GET', '/falls');
    return id;
  }

  it('opens by URL and after a reload, with at most six requests', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    await visit.logIn(ann, `/falls/${id}`);
    await visit.page.getByRole('heading', { level: 1, name: /Rosa Marsh$/ }).waitFor();
    const picture = card(visit, 'Fall and response').getByRole('img');
    await picture.waitFor();
    assert.match(
      (await picture.getAttribute('aria-label')) ?? '',
      /^Hardest impact \d+.*m\/s²\. Before, no readings for .*\. After, .*still for .*\. Raised \d\d:\d\d:\d\d, .* after the impact/,
    );
    const asked = visit.ownRequests();
    assert.ok(asked.length <= 6, asked.join(', '));
    await visit.page.reload();
    await visit.page.getByText('Room 12', { exact: true }).waitFor();
    await card(visit, 'Why this was flagged').getByText('Signs of a fall').waitFor();
    await card(visit, 'Notifications').getByText('Bob Ray').waitFor();
    await visit.page.setViewportSize({ width: 1280, height: 900 });
    await visit.picture('fall-signal');
    await consoles.app.pass(90_000);
    await as(ann, 'POST', `/falls/${id}/claim`, { etaMinutes: 20 });
    await consoles.app.pass(12 * 60_000);
    await as(ann, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
    await picture.getByText(/^Resolved \d\d:\d\d:\d\d · 13 min \d+ s$/).waitFor();
    await picture.getByText(/^\+13 min \d+ s$/).waitFor();
    await visit.picture('fall-picture-resolved');
    await visit.close();
  });

  it('updates the timeline, and resolves the fall', async () => {
    const id = await report({ location: 'Bathroom' });
    const visit = await consoles.visit();
    await visit.logIn(ann, `/falls/${id}`);
    await timeline(visit).filter({ hasText: 'Reported: Fall detected' }).waitFor();
    await visit.page.getByText('Bathroom').waitFor();
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await as(bob, 'POST', `/falls/${id}/claim`, { etaMinutes: 5, note: 'On the stairs' });
    await timeline(visit).filter({ hasText: 'Bob Ray is going · ETA 5 minutes' }).waitFor();
    await timeline(visit).filter({ hasText: 'On the stairs' }).waitFor();
    await as(bob, 'POST', `/falls/${id}/release`);
    await timeline(visit).filter({ hasText: 'Bob Ray released it' }).waitFor();
    await visit.page.getByRole('button', { name: "I'm going" }).click();
    await timeline(visit).filter({ hasText: 'Ann Lee is going' }).waitFor();
    await visit.picture('fall-claimed');
    await visit.page.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
    await visit.page.getByRole('dialog').getByLabel('No help needed').check();
    await visit.page.getByRole('dialog').getByLabel('Note (optional)').fill('Sat down too fast');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await timeline(visit).filter({ hasText: 'Ann Lee resolved it: No help needed' }).waitFor();
    await card(visit, 'Outcome').getByText('Sat down too fast').waitFor();
    await visit.page.getByRole('button', { name: 'Resolve' }).waitFor({ state: 'detached' });

    const times = card(visit, 'Fall and response');
    await times.locator('summary', { hasText: 'Response times' }).click();
    await times.getByRole('row', { name: /^Taken over \d\d:\d\d:\d\d/ }).waitFor();
    await times.getByText(/^Compared with the falls of this resident in the last 90 days: \d+\.$/).waitFor();
    const outcome = card(visit, 'Outcome');
    await outcome.getByRole('button', { name: 'Correct or complete' }).click();
    await outcome.getByText(/You can correct the outcome until \d\d:\d\d/).waitFor();
    await outcome.getByLabel('Helped').check();
    await outcome.getByLabel('Injuries').fill('Graze on the elbow');
    await outcome.getByLabel('Family informed: name').fill('Paul Marsh, son');
    await outcome.getByLabel('Family informed: time').fill('2026-03-01T08:45');
    await visit.checkAccessibility();
    await visit.picture('fall-outcome-form');
    await outcome.getByRole('button', { name: 'Save report' }).click();
    await outcome.getByText('Saved.').waitFor();
    await timeline(visit).filter({ hasText: 'Ann Lee corrected the outcome: Helped' }).waitFor();
    await outcome.getByText('Graze on the elbow').first().waitFor();
    await outcome.getByText('Paul Marsh, son, ').waitFor();
    await visit.page.setViewportSize({ width: 390, height: 844 });
    await visit.checkWidth();
    await outcome.getByRole('button', { name: 'Close form' }).click();
    await visit.picture('fall-outcome-phone');
    await outcome.getByRole('link', { name: 'Open and print the incident report' }).click();
    await visit.page.getByRole('button', { name: 'Print' }).waitFor();
    await visit.close();
  });

  it('shows that the resident says they are OK', async () => {
    const id = await report();
    const visit = await consoles.visit();
    await visit.logIn(ann, `/falls/${id}`);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.page.getByText('Nobody is going yet').waitFor();
    await as(rosa, 'POST', `/falls/${id}/ok`);
    await card(visit, 'Rosa Marsh Room 12').getByText('Rosa Marsh says they are OK').waitFor();
    await visit.close();
  });

  it('is open to the resident, without actions, and to admins', async () => {
    const id = await report();
    const visit = await consoles.visit();
    await visit.logIn(rosa, `/falls/${id}`);
    await visit.page.getByText('Nobody is going yet').waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Resolve' }).count(), 0);
    await as(bob, 'POST', `/falls/${id}/claim`);
    await timeline(visit).filter({ hasText: 'Bob Ray is going' }).waitFor();
    await visit.close();

    const boss = await consoles.visit();
    await boss.logIn(ADMIN, `/falls/${id}`);
    await boss.page.getByRole('button', { name: 'Release' }).click();
    await timeline(boss).filter({ hasText: 'released it' }).waitFor();
    await boss.close();
  });

  it('shows names, notes and locations as text, not as HTML', async () => {
    const { app } = consoles;
    const mallory = await signUp(app, 'PATIENT', { firstName: HOSTILE, lastName: 'Marsh' });
    await assign(app, ann, mallory);
    await as(ann, 'PUT', `/patients/${mallory.id}`, { room: HOSTILE });
    const { id } = await as(mallory, 'POST', '/falls', {
      confidence: 0.8,
      location: HOSTILE,
      injuries: HOSTILE,
    });
    await as(ann, 'POST', `/falls/${id}/claim`, { note: HOSTILE });
    await as(ann, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED', note: HOSTILE });
    const visit = await consoles.visit({ width: 320, height: 700 });
    await visit.logIn(ann, `/falls/${id}`);
    await card(visit, 'Outcome').getByText(HOSTILE).nth(2).waitFor();
    await visit.page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    assert.equal(await visit.page.locator('img').count(), 0);
    await visit.picture('fall-hostile');
    await visit.checkWidth();
    await visit.close();
  });

  it('passes accessibility and width checks, light and dark, down to 320 px', async () => {
    const id = await detected();
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark });
      await visit.logIn(ann, `/falls/${id}`);
      await card(visit, 'Fall and response')
        .getByRole('img', { name: /^Hardest impact/ })
        .waitFor();
      for (const values of await visit.page.locator('summary').all()) await values.click();
      await visit.checkAccessibility();
      await visit.picture(`fall-${dark ? 'dark' : 'light'}`);
      await visit.page.setViewportSize({ width: 320, height: 700 });
      await visit.checkWidth();
      await visit.picture(`fall-${dark ? 'dark' : 'light'}-narrow`);
      await visit.close();
    }
  });
});
