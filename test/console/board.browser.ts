import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { openWire } from '../../loadtest/machine/wire.ts';
import { ADMIN, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { pause } from '../helpers/quiet.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { COUNT_NOTES, type Consoles, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<img src=x onerror="throw Error(1)"><b>Bobby</b>';
const MINUTE_MS = 60_000;

describe('the board', () => {
  let consoles: Consoles;
  let rosa: Person;
  let omar: Person;
  let ida: Person;
  let hostile: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    omar = await signUp(app, 'PATIENT', { firstName: 'Omar', lastName: 'Haddad' });
    ida = await signUp(app, 'PATIENT', { firstName: 'Ida', lastName: 'Stone' });
    hostile = await signUp(app, 'PATIENT', { firstName: HOSTILE, lastName: 'Tables' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    for (const caregiver of [ann, bob])
      for (const patient of [rosa, omar, ida, hostile]) await assign(app, caregiver, patient);
  });
  beforeEach(() => resolveAll());
  after(() => consoles.close());

  const alertsOf = ({ page }: Visit) => page.getByRole('region', { name: 'Alerts' });
  const cardOf = (visit: Visit, name: string): Locator =>
    alertsOf(visit)
      .getByRole('listitem')
      .filter({ has: visit.page.getByRole('heading', { name }) });
  async function fall(patient: Person, confidence = 0.95, app: TestApp = consoles.app): Promise<string> {
    const { status, body } = await app.call('POST', '/falls', {
      token: patient.token,
      body: { confidence },
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  }
  async function resolveAll(): Promise<void> {
    const { app } = consoles;
    const { body } = await app.call('GET', '/board', { token: ann.token });
    for (const { id, response } of body.data.falls) {
      if (response.state === 'RESOLVED') continue;
      await app.call('POST', `/falls/${id}/resolve`, { token: ann.token, body: { outcome: 'HELPED' } });
    }
  }
  const titled = ({ page }: Visit, title: string) =>
    eventually(`the title is ${title}`, async () => (await page.title()) === title);
  async function open(person: Person, options = {}): Promise<Visit> {
    const visit = await consoles.visit(options);
    await visit.logIn(person);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    return visit;
  }

  it('of an admin follows all falls over the socket, without another request for the board', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ADMIN);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    visit.apiRequests();
    const id = await fall(rosa);
    const card = cardOf(visit, 'Rosa Marsh');
    await card.waitFor();
    await consoles.app.call('POST', `/falls/${id}/claim`, { token: bob.token, body: {} });
    await card.getByText('Bob Ray').first().waitFor();
    await visit.picture('board-of-an-admin');
    await consoles.app.call('POST', `/falls/${id}/resolve`, {
      token: bob.token,
      body: { outcome: 'HELPED' },
    });
    await card.waitFor({ state: 'detached' });
    assert.deepEqual(
      visit.apiRequests().filter((request) => request.includes('/board')),
      [],
    );
    await visit.close();
  });

  it('shows no fall that was resolved while its details were loading', async () => {
    const visit = await open(ann);
    let [fetched, answer] = [() => {}, () => {}];
    const isFetched = new Promise<void>((resolve) => {
      fetched = resolve;
    });
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await visit.page.route(/\/api\/falls\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      fetched();
      await mayAnswer;
      await route.fulfill({ response });
    });
    const id = await fall(rosa);
    const card = cardOf(visit, 'Rosa Marsh');
    await card.waitFor();
    await isFetched;
    await resolveAll();
    await card.waitFor({ state: 'detached' });
    const answered = visit.page.waitForResponse((response) => response.url().endsWith(id));
    answer();
    await (await answered).finished();
    // The page uses the answer in a task of its own.
    await visit.page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    assert.equal(await card.count(), 0);
    await visit.close();
  });

  it('makes at most six requests when it opens, its files included', async () => {
    const visit = await open(ann);
    await visit.open('/');
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).waitFor();
    const files = await visit.page.evaluate<string[]>(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))`,
    );
    const asked = ['GET /', ...files, ...visit.ownRequests()];
    assert.ok(asked.length <= 6, asked.join(', '));
    await visit.picture('board-quiet');
    await visit.close();
  });

  it('shows a new fall and its claimant on every open board', async () => {
    const [hers, his] = [await open(ann), await open(bob)];
    assert.equal(await hers.page.title(), 'Vigil');
    await fall(rosa);
    await alertsOf(hers).getByText('Rosa Marsh').waitFor();
    await hers.page
      .getByRole('alert')
      .filter({ hasText: 'Emergency: Rosa Marsh' })
      .waitFor({ state: 'attached' });
    await alertsOf(hers).getByText('Reported by a person.').waitFor();
    await titled(hers, '(1) Vigil');
    assert.match((await hers.page.locator('#icon').getAttribute('href')) ?? '', /^data:image\/svg.*%3E1%3C/);
    await hers.picture('board-alert');
    await alertsOf(hers).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(hers).getByText("You're on your way").waitFor();
    await alertsOf(his).getByText('Ann Lee is going').waitFor();
    await titled(hers, 'Vigil');
    await alertsOf(hers).getByRole('button', { name: '10 min' }).click();
    await alertsOf(his)
      .getByText(/Ann Lee is going · ETA 10 min · since \d\d:\d\d/)
      .waitFor();
    await alertsOf(hers).getByRole('button', { name: 'Add a note' }).click();
    await hers.page.getByRole('dialog').getByLabel('Note').fill('Taking the stairs');
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await hers.page.getByRole('dialog').waitFor({ state: 'detached' });
    await alertsOf(hers).getByRole('button', { name: '10 min', pressed: true }).waitFor();

    await alertsOf(hers).getByRole('button', { name: 'Hand off' }).click();
    await hers.page.getByRole('dialog').getByLabel('Caregiver').selectOption('Bob Ray');
    await hers.picture('board-hand-off');
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Hand off' }).click();
    await alertsOf(his).getByText('Ann Lee asks you to take over').waitFor();
    await alertsOf(his).getByRole('button', { name: 'Take over', exact: true }).click();
    await alertsOf(hers).getByText('Bob Ray is going').waitFor();

    await alertsOf(his).getByRole('button', { name: 'Release' }).click();
    await alertsOf(hers).getByText('Nobody is going yet · Bob Ray released it').waitFor();
    assert.equal(await alertsOf(hers).getByRole('button', { name: 'Resolve' }).count(), 0);
    await alertsOf(hers).getByRole('button', { name: "I'm going" }).click();
    await alertsOf(hers).getByRole('button', { name: 'Resolve' }).click();
    await hers.picture('board-resolve');
    await hers.page.getByRole('dialog').getByLabel('No help needed').check();
    await hers.page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await alertsOf(hers).getByText('No open alerts').waitFor();
    await alertsOf(his).getByText('No open alerts').waitFor();
    await hers.close();
    await his.close();
  });

  it('shows and sounds a resident who presses for help again, while a caregiver is on the way', async () => {
    const { app } = consoles;
    const help = () => app.call('POST', '/help', { token: rosa.token });
    const { id } = (await help()).body.data;
    await app.call('POST', `/falls/${id}/claim`, { token: ann.token });
    const visit = await consoles.visit();
    await visit.context.addInitScript(COUNT_NOTES);
    await visit.logIn(bob);
    await alertsOf(visit).getByText('Ann Lee is going').waitFor();
    const notes = () => visit.page.evaluate<number>('globalThis.notes');
    await visit.page.getByRole('button', { name: 'Test sound' }).click();
    await eventually('the sound is on', async () => (await notes()) === 11);
    await help();
    await alertsOf(visit)
      .getByText(/Ann Lee is going · .* · pressed help again \(2×\)/)
      .waitFor();
    await eventually('the emergency sounds', async () => (await notes()) === 17);
    await visit.page
      .getByRole('alert')
      .filter({ hasText: 'Help pressed again: Rosa Marsh' })
      .waitFor({ state: 'attached' });
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('board-help-again');
    await visit.open('/?display=wall');
    await alertsOf(visit)
      .getByText(/pressed help again \(2×\)/)
      .waitFor();
    await visit.open(`/falls/${id}`);
    await visit.page.getByText('Rosa Marsh pressed the help button again (2×)').waitFor();
    await visit.close();
  });

  it('works by keyboard alone, from the alert to its resolution', async () => {
    const visit = await open(ann);
    const { keyboard } = visit.page;
    await fall(rosa, 0.8);
    await alertsOf(visit).getByText('Rosa Marsh').waitFor();
    const focused = () => visit.page.evaluate<string>('document.activeElement?.textContent ?? ""');
    async function tabTo(text: string, most: number): Promise<void> {
      for (let presses = 0; presses < most; presses += 1) {
        await keyboard.press('Tab');
        if ((await focused()) === text) return;
      }
      assert.fail(`Tab does not reach ${text}`);
    }
    await visit.page.reload();
    await alertsOf(visit).getByText('Rosa Marsh').waitFor();
    await tabTo("I'm going", 3);
    await keyboard.press('Enter');
    await alertsOf(visit).getByText("You're on your way").waitFor();
    await eventually('the focus is on the next action', async () => (await focused()) === 'Resolve');
    await keyboard.press('Enter');
    await visit.page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await visit.page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Resolve');
    await keyboard.press('Enter');
    await visit.page.getByRole('radio', { name: 'Helped' }).focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await alertsOf(visit).getByText('No open alerts').waitFor();
    await eventually('the focus is on the heading of the list', async () => (await focused()) === 'Alerts');
    await visit.close();
  });

  it('does not move a button that is about to be pressed', async () => {
    const visit = await open(ann);
    await fall(omar, 0.7);
    await fall(hostile, 0.7);
    const button = cardOf(visit, 'Tables').getByRole('button', { name: "I'm going" });
    await button.hover();
    const place = await button.boundingBox();
    await fall(rosa);
    await cardOf(visit, 'Rosa Marsh').waitFor();
    assert.deepEqual(await button.boundingBox(), place);
    const names = () => alertsOf(visit).getByRole('heading', { level: 3 }).allTextContents();
    assert.deepEqual(await names(), ['Omar Haddad', `${HOSTILE} Tables`, 'Rosa Marsh']);
    // Another caregiver resolves the alert above it.
    await consoles.app.call('POST', `/falls/${await idOf(omar)}/resolve`, {
      token: bob.token,
      body: { outcome: 'HELPED' },
    });
    await alertsOf(visit).getByText('Resolved').waitFor();
    assert.deepEqual(await button.boundingBox(), place);
    await visit.page.mouse.move(5, 5);
    await eventually('the list is sorted again', async () => (await names())[0] === 'Rosa Marsh');
    assert.deepEqual(await names(), ['Rosa Marsh', `${HOSTILE} Tables`]);
    await visit.close();
  });

  it('shows the one unanswered of four alerts first, on a phone and at 200 %, and on every page', async () => {
    const { app } = consoles;
    await app.call('PUT', `/patients/${ida.id}`, { token: ann.token, body: { room: '14' } });
    for (const patient of [rosa, omar, hostile]) {
      const id = await fall(patient);
      await app.call('POST', `/falls/${id}/claim`, { token: bob.token, body: { etaMinutes: 10 } });
    }
    const report = await app.call('POST', '/falls', {
      token: ida.token,
      body: { confidence: 0.7, location: 'Kitchen' },
    });
    assert.equal(report.status, 201);
    for (const dark of [false, true]) {
      const visit = await open(ann, { width: 390, height: 844, dark });
      const { page } = visit;
      const cards = alertsOf(visit).getByRole('listitem');
      const first = cards.first();
      await first.getByRole('heading', { name: 'Room 14 Ida Stone' }).waitFor();
      await first.getByText('Kitchen').waitFor();
      assert.ok(
        ((await first.boundingBox())?.y ?? Number.NaN) < 150,
        JSON.stringify(await first.boundingBox()),
      );
      const go = first.getByRole('button', { name: "I'm going" });
      const { x, width } = (await go.boundingBox()) ?? { x: 0, width: 0 };
      assert.ok(x < 40 && width > 300, `${x} ${width}`);
      const row = await cards.nth(1).boundingBox();
      assert.ok((row?.height ?? Number.NaN) < 110 && (row?.y ?? Number.NaN) < 500, JSON.stringify(row));
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`board-four-phone${dark ? '-dark' : ''}`, { fullPage: false });
      if (dark) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await visit.checkAccessibility();
        await visit.picture('board-four-dark');
        await visit.close();
        continue;
      }
      const claimedRow = page.getByRole('button', { name: 'Rosa Marsh', expanded: false });
      await claimedRow.getByText(/Bob Ray is going · ETA 10 min · since/).waitFor();
      await claimedRow.click();
      await cardOf(visit, 'Rosa Marsh').getByRole('button', { name: 'Resolve' }).waitFor();

      const bar = page.getByRole('link', { name: '1 alert unanswered' });
      assert.equal(await bar.count(), 0, 'the board says it itself');
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
      await bar.waitFor();
      await page.getByRole('link', { name: 'Board (1)' }).waitFor();
      await app.call('POST', '/help', { token: ida.token });
      await page
        .getByRole('alert')
        .filter({ hasText: 'Emergency: Ida Stone' })
        .waitFor({ state: 'attached' });
      await visit.picture('settings-alert-phone', { fullPage: false });
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
      await visit.checkAccessibility();
      await visit.picture('menu-phone', { fullPage: false });
      await page.getByRole('link', { name: /unanswered/ }).click();
      await first.getByRole('heading', { name: 'Ida Stone' }).waitFor();

      // A window of 1280 × 900 at 200 %.
      await page.setViewportSize({ width: 640, height: 450 });
      const { y, height } = (await go.boundingBox()) ?? { y: Number.NaN, height: 0 };
      await visit.picture('board-four-zoom', { fullPage: false });
      assert.ok(y + height < 450 - 56, `${y + height}`);
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit.checkAccessibility();
      await visit.picture('board-four');
      await visit.close();
    }
  });

  it('is worked from the keyboard, with a way back, and lists residents by ward, name and column', async () => {
    const { app } = consoles;
    for (const [name, patient, room] of [
      ['East', rosa, '10'],
      ['West', omar, '9'],
    ] as const)
      await sql(
        app.databaseUrl,
        `WITH ward AS (INSERT INTO wards (name, created_at) VALUES ($1, now()) RETURNING id)
         UPDATE users SET ward_id = ward.id, room = $3 FROM ward WHERE users.id = $2`,
        [name, patient.id, room],
      );
    // Board requests within a second share a reply.
    app.clock.advance(2_000);
    await fall(omar, 0.8);
    await fall(rosa);
    const visit = await open(ann);
    const { page } = visit;
    const { keyboard } = page;
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""');
    await cardOf(visit, 'Rosa Marsh').waitFor();
    await cardOf(visit, 'Omar Haddad').waitFor();
    await keyboard.press('j');
    await keyboard.press('j');
    assert.equal(await focused(), "I'm going");
    await keyboard.press('g');
    await alertsOf(visit).getByText("You're on your way").waitFor();
    // The message stays below the pointer.
    await page.getByText("You're on your way to Omar Haddad.").hover();
    await visit.checkAccessibility();
    await visit.picture('board-toast');
    await page.getByRole('button', { name: 'Undo' }).click();
    await cardOf(visit, 'Omar Haddad')
      .getByText(/Nobody is going yet/)
      .waitFor();
    await keyboard.press('r');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await cardOf(visit, 'Omar Haddad').getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText("You're on your way").waitFor();
    await keyboard.press('r');
    await page.getByRole('dialog', { name: "Close Omar Haddad's fall" }).waitFor();
    await keyboard.press('g');
    await keyboard.press('Escape');
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('board-keys');
    await page.getByLabel('Use these shortcuts').uncheck();
    await keyboard.press('Escape');
    await keyboard.press('g');
    await cardOf(visit, 'Rosa Marsh').getByText('Nobody is going yet').waitFor();

    const residents = page.getByRole('region', { name: 'Residents' });
    const names = () => residents.getByRole('row').getByRole('link').allTextContents();
    await residents.getByRole('button', { name: 'Room' }).click();
    await eventually(
      'sorted by room',
      async () => (await names()).slice(0, 2).join() === 'Omar Haddad,Rosa Marsh',
    );
    await visit.picture('board-desktop');
    await residents.getByLabel('Ward').selectOption('East');
    await eventually('one ward', async () => (await names()).join() === 'Rosa Marsh');
    await residents.getByLabel('Ward').selectOption('All wards');
    await residents.getByLabel('Search').fill('haddad');
    await eventually('one name', async () => (await names()).join() === 'Omar Haddad');
    // Anywhere in the row: the link lies over its texts.
    await residents.getByText('Omar Haddad').waitFor();
    const row = await residents.locator('.person').boundingBox();
    await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 10, (row?.y ?? 0) + 10);
    await page.getByRole('heading', { name: 'Omar Haddad', level: 1 }).waitFor();

    await page.setViewportSize({ width: 1920, height: 1080 });
    await visit.open('/?display=wall');
    await alertsOf(visit).getByRole('heading', { name: 'Room 10 Rosa Marsh' }).waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    const { height } = (await alertsOf(visit).getByText('Room 10').boundingBox()) ?? { height: 0 };
    assert.ok(height > 100, `${height}`);
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('board-wall', { fullPage: false });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('navigation').waitFor();
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = NULL, room = NULL');
    await sql(app.databaseUrl, 'DELETE FROM wards');
    app.clock.advance(2_000);
    await visit.close();
  });

  const idOf = async ({ id }: Person): Promise<string> => {
    const { body } = await consoles.app.call('GET', '/board', { token: ann.token });
    return body.data.falls.find(({ userId }: { userId: string }) => userId === id).id;
  };

  it('names on the card of a resident their other open alerts', async () => {
    const visit = await open(ann);
    const [likely, certain] = [await fall(rosa, 0.8), await fall(rosa)];
    await fall(omar);
    await cardOf(visit, 'Omar Haddad').waitFor();
    const notes = alertsOf(visit).getByText('Also open for');
    await eventually('both cards say so', async () => (await notes.count()) === 2);
    assert.equal(await cardOf(visit, 'Omar Haddad').getByText('Also open for').count(), 0);
    const links = alertsOf(visit).getByRole('link', { name: /^alert at \d\d:\d\d$/ });
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.deepEqual(paths, [`/falls/${likely}`, `/falls/${certain}`]);
    await visit.checkAccessibility();
    await visit.picture('board-two-alerts');
    const { token } = ann;
    const body = { outcome: 'HELPED' };
    await consoles.app.call('POST', `/falls/${certain}/resolve`, { token, body });
    await eventually('the other card is the only one', async () => (await notes.count()) === 0);
    await visit.close();
  });

  it('shows that the resident says they are OK', async () => {
    const visit = await open(ann);
    const id = await fall(ida, 0.7);
    await alertsOf(visit).getByText('Waiting for resident to respond').waitFor();
    await consoles.app.call('POST', `/falls/${id}/ok`, { token: ida.token });
    await alertsOf(visit).getByText('Ida Stone says they are OK').waitFor();
    await visit.picture('board-says-ok');
    await visit.close();
  });

  it('warns while no caregiver can be notified, and links to the remedy', async () => {
    const { app } = consoles;
    const visit = await open(ann);
    const line = visit.page.getByText(/^No caregiver can be notified/);
    await line.waitFor();
    await visit.picture('board-unreachable');
    assert.equal(await line.getByRole('link', { name: 'Open settings' }).getAttribute('href'), '/settings');
    await addChannel(app, bob, 'ntfy', 'https://ntfy.example.org');
    // Board requests within a second share a reply.
    app.clock.advance(2_000);
    await visit.page.reload();
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    assert.equal(await line.count(), 0);
    await sql(app.databaseUrl, 'DELETE FROM notification_channels');
    await visit.close();
  });

  it('alerts admins and caregivers to a flood of reports, and each can acknowledge it', async () => {
    const { app } = consoles;
    const flooder = await signUp(app, 'PATIENT', { firstName: 'Flo', lastName: 'Od' });
    await assign(app, ann, flooder);
    const admin = await consoles.visit();
    await admin.logIn(ADMIN);
    const caregiver = await open(ann);
    for (let i = 0; i < 31; i++) await fall(flooder, 0.4);
    const cardIn = (visit: Visit) =>
      alertsOf(visit).getByRole('listitem').filter({ hasText: 'Flood of reports from Flo Od' });
    for (const visit of [admin, caregiver]) await cardIn(visit).waitFor();
    for (const visit of [admin, caregiver]) {
      const card = cardIn(visit);
      await visit.page.reload();
      await card.waitFor();
      await card.getByRole('button', { name: 'Acknowledge' }).click();
      await card.waitFor({ state: 'detached' });
      await visit.page.reload();
      await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
      assert.equal(await card.count(), 0);
      await visit.close();
    }
  });

  it('shows live readings, alerts about wearables, and overdue claims', async () => {
    const { app } = consoles;
    const mac = randomMac();
    await stream(app, omar, resting(mac, { battery_level: 60, heart_rate: 71 }));
    const visit = await open(ann);
    const row = visit.page
      .getByRole('region', { name: 'Residents' })
      .getByRole('row')
      .filter({ hasText: 'Omar' });
    await row.getByText('60 %').waitFor();
    const send = (fields: object) => {
      // A wearable may send once a second.
      app.clock.advance(1_000);
      return stream(app, omar, resting(mac, fields));
    };
    // A row is subscribed after a second on the screen.
    let battery = 60;
    await eventually(
      'a reading shows in the row',
      async () => {
        battery -= 1;
        await send({ battery_level: battery });
        await pause(500);
        return (await row.textContent())?.includes(`${battery} %`) ?? false;
      },
      15_000,
    );
    // Low for the console, but above the service's threshold for an alert.
    await send({ battery_level: 15 });
    await row.getByText('15 % low').waitFor();

    const id = await fall(rosa);
    await app.call('POST', `/falls/${id}/claim`, { token: bob.token, body: { etaMinutes: 2 } });
    await sql(
      app.databaseUrl,
      `INSERT INTO alerts (device_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
       SELECT id, $1, $2, 'DEVICE_BATTERY_LOW', 'LOW', 'The wearable of Omar Haddad has less than 10 % battery left', now(), now()
       FROM devices WHERE user_id = $2`,
      [ann.id, omar.id],
    );
    app.clock.advance(4 * MINUTE_MS);
    await visit.page.reload();
    await alertsOf(visit).getByText('has less than 10 % battery left').waitFor();
    await alertsOf(visit)
      .getByText(/Bob Ray is going · expected \d min ago/)
      .waitFor();
    await alertsOf(visit).getByText('1 overdue', { exact: true }).waitFor();
    await visit.picture('board-overdue');
    await alertsOf(visit).getByRole('button', { name: 'Acknowledge' }).click();
    await alertsOf(visit).getByText('battery left').waitFor({ state: 'detached' });
    await visit.close();
  });

  it('passes accessibility and width checks, light and dark, down to 320 px', async () => {
    await fall(rosa);
    const second = await fall(omar, 0.8);
    await fall(hostile, 0.7);
    await consoles.app.call('POST', `/falls/${second}/claim`, { token: ann.token });
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark, width: 320, height: 700 });
      await visit.logIn(ann);
      await alertsOf(visit).getByText('Rosa Marsh').waitFor();
      await alertsOf(visit).getByText(`${HOSTILE} Tables`).waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`board-${dark ? 'dark' : 'light'}-narrow`);
      await visit.page.setViewportSize({ width: 1280, height: 900 });
      await visit.checkAccessibility();
      await visit.picture(`board-${dark ? 'dark' : 'light'}`);
      await visit.close();
    }
  });

  it('says that it is out of date while the service is down, and misses nothing afterwards', async () => {
    const { app } = consoles;
    const wire = await openWire(app.app.ports.http);
    const visit = await open(ann, { origin: `http://127.0.0.1:${wire.port}` });
    await fall(rosa);
    await cardOf(visit, 'Rosa Marsh').waitFor();
    await wire.cut();
    await app.app.close();
    await visit.page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();
    await visit.page.getByText(/Not connected since \d\d:\d\d/).waitFor();
    await cardOf(visit, 'Rosa Marsh').getByRole('button', { name: "I'm going" }).click();
    await alertsOf(visit).getByText('The service is not responding').waitFor();
    await visit.picture('board-stale');
    const back = await startTestApp(
      { DATABASE_URL: app.databaseUrl },
      { consoleFolder: process.env.CONSOLE_FOLDER },
    );
    back.clock.advance(app.clock.now() - Date.now());
    try {
      await fall(omar, 0.8, back);
      await wire.mend(back.app.ports.http);
      await cardOf(visit, 'Omar Haddad').waitFor();
      await cardOf(visit, 'Rosa Marsh').waitFor();
      await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
      await visit.close();
    } finally {
      await wire.cut();
      await back.close();
    }
  });
});
