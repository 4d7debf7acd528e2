import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { join } from '../mqtt/clients.ts';
import { type Consoles, chooseAction, openConsoles, type Visit } from './browser.ts';
import { checkLayout } from './layout.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_MINUTES = 600;

describe('the page of a resident', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let mac: string;
  let wearable: Awaited<ReturnType<typeof join>>;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh', dateOfBirth: '1941-03-02' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(app, ann, rosa);
    await app.call('PUT', `/patients/${rosa.id}`, { token: ann.token, body: { room: '12' } });
    mac = randomMac();
    const body = { macAddress: mac, name: 'Wrist' };
    const made = await app.call('POST', `/patients/${rosa.id}/devices`, { token: ann.token, body });
    wearable = await join(app, { username: mac, password: made.body.data.token });
    await wearable.publishAsync(`devices/${mac}/backlog`, JSON.stringify(history()), { qos: 1 });
    await app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.8 } });
  });
  after(async () => {
    wearable.end(true);
    await consoles.close();
  });

  /** Ten hours of readings with a gap of an hour. */
  const history = () =>
    Array.from({ length: HISTORY_MINUTES }, (_, index) => ({
      ...resting(mac, {
        heart_rate: Math.round(72 + 10 * Math.sin(index / 40)),
        spo2: 97 - (index % 90 > 80 ? 2 : 0),
        battery_level: 80,
        signal_strength: -61,
        firmware_version: '1.9.3',
      }),
      recorded_at: new Date(consoles.app.clock.now() - (HISTORY_MINUTES - index) * MINUTE_MS).toISOString(),
    })).filter((_, index) => index < 300 || index > 360);
  const publish = (more: object) =>
    wearable.publishAsync(`devices/${mac}/readings`, JSON.stringify(resting(mac, more)), { qos: 1 });
  const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });

  it('has a form for a fall that no wearable has noticed, which a caregiver who is there claims', async () => {
    const visit = await consoles.visit({ width: 390, height: 844 });
    await visit.logIn(ann, `/patients/${rosa.id}`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Report a fall' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a fall of Rosa Marsh' });
    await dialog.getByLabel('I am with them').check();
    await dialog.getByLabel('Where did it happen?').fill('Garden');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('patient-report-fall');
    await dialog.getByRole('button', { name: 'Report the fall' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText("You're on your way").first().waitFor();
    const { body } = await consoles.app.call('GET', `/patients/${rosa.id}/falls`, { token: ann.token });
    const [{ id, location, response }] = body.data;
    assert.deepEqual([location, response.state], ['Garden', 'CLAIMED']);
    await visit.open(`/falls/${id}`);
    await page.getByText('Reported by Ann Lee: Fall detected').waitFor();
    await consoles.app.call('POST', `/falls/${id}/resolve`, {
      token: ann.token,
      body: { outcome: 'HELPED' },
    });
    await visit.close();
  });

  it('opens by URL and after a reload, with at most six requests', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await visit.page.getByRole('heading', { level: 1, name: 'Rosa Marsh' }).waitFor();
    await visit.page.getByRole('img', { name: /^Heart rate\. / }).waitFor();
    await card(visit, 'Conversation').getByText('No messages yet').waitFor();
    const asked = visit.ownRequests();
    assert.ok(asked.length <= 6, asked.join(', '));
    await visit.page.reload();
    await card(visit, 'About').getByText('12', { exact: true }).waitFor();
    await card(visit, 'Health').getByText('open alert').waitFor();
    await card(visit, 'Falls').getByText('Fall detected').first().waitFor();
    await visit.close();
  });

  it('calls a score by the same word as the board, names what lowered it, and an open alert outranks both', async () => {
    const { app } = consoles;
    const ida = await signUp(app, 'PATIENT', { firstName: 'Ida', lastName: 'Stone' });
    await assign(app, ann, ida);
    await stream(app, ida, resting(randomMac(), { heart_rate: 150, spo2: 93, battery_level: 15 }));
    const visit = await consoles.visit();
    await visit.logIn(ann);
    const onBoard = visit.page.getByRole('row', { name: 'Ida Stone' }).locator('.vital').last();
    await onBoard.getByText('58 fair').waitFor();
    const other = await consoles.visit();
    await other.logIn(ann, `/patients/${ida.id}`);
    const health = card(other, 'Health');
    await health.getByText('58 of 100').waitFor();
    await health.getByText('fair', { exact: true }).waitFor();
    await health.getByText('Lowered by').waitFor();
    await health.getByText('Heart rate is very high (150 bpm). −30').waitFor();
    await health.getByText('Blood oxygen is low (93 %). −8').waitFor();
    await health.getByText('The battery of the wearable is low. −4').waitFor();
    await other.checkAccessibility();
    await other.picture('patient-health');
    await app.call('POST', '/falls', { token: ida.token, body: { confidence: 0.95 } });
    await onBoard.getByText('open alert').waitFor();
    assert.doesNotMatch(await onBoard.innerText(), /fair|\d/);
    await health.getByText('open alert').waitFor();
    assert.equal(await health.getByText('of 100').count(), 0);
    await other.picture('patient-health-alert');
    await other.close();
    await visit.close();
  });

  it('draws the last 24 hours, however long the page stays open', async () => {
    const visit = await consoles.visit();
    const { page } = visit;
    await page.clock.install();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await page.getByRole('img', { name: /^Heart rate\. / }).waitFor();
    visit.apiRequests();
    const openedAt = await page.evaluate<number>('Date.now()');
    // One hour after the other, as the page refreshes itself; the charts stay on the screen meanwhile.
    for (let hour = 0; hour < 10; hour++) {
      const loaded = page.waitForResponse((response) => response.url().includes('/readings?'));
      consoles.app.clock.advance(HOUR_MS);
      await page.clock.fastForward(HOUR_MS);
      await loaded;
    }
    assert.equal(await page.getByText('Loading').count(), 0);
    const last = visit
      .apiRequests()
      .filter((request) => request.includes('/readings?'))
      .at(-1);
    const from = Date.parse(new URL(last?.slice(4) ?? '', page.url()).searchParams.get('from') ?? '');
    const expected = openedAt + 10 * HOUR_MS - DAY_MS;
    assert.ok(Math.abs(from - expected) <= HOUR_MS, `asks from ${new Date(from).toISOString()}`);
    await visit.close();
  });

  it('says how a resident moves now and moved in the last day, and what lowered their score in the month', async () => {
    const { app } = consoles;
    const mia = await signUp(app, 'PATIENT', { firstName: 'Mia', lastName: 'Frost' });
    await assign(app, ann, mia);
    const run = (statement: string, ...values: unknown[]) => sql(app.databaseUrl, statement, values);
    await run(`UPDATE users SET created_at = now() - interval '9 days' WHERE id = $1`, mia.id);
    const [device] = await run(
      `INSERT INTO devices (user_id, mac_address, name, last_seen, created_at, updated_at)
       VALUES ($1, $2, 'Wrist', now(), now(), now()) RETURNING key`,
      mia.id,
      randomMac().toUpperCase(),
    );
    const minute = Math.floor(app.clock.now() / MINUTE_MS);
    // On the move for 40 minutes, then still, also in the next minutes; before that no signal for most of the day.
    await run(
      `INSERT INTO sensor_readings (device_key, uptime_ms, recorded_at, accel_x, accel_y, accel_z, confidence, health_score, heart_rate)
       SELECT $1::int, n * 1000, $2::timestamptz + n * interval '1 s', 0, 0,
              9.8 + CASE WHEN n BETWEEN 3000 AND 5399 THEN 4 * sin(n) ELSE 0 END, 0, 100, 70
       FROM generate_series(0, 6299) AS n
       UNION ALL SELECT $1::int, n, date_trunc('hour', $2::timestamptz - interval '3 days') + n * interval '1 s', 0, 0, 9.8, 0,
              CASE n WHEN 99 THEN 60 ELSE 100 END, CASE n WHEN 99 THEN 150 ELSE 70 END
       FROM generate_series(1, 200) AS n`,
      device?.key,
      new Date((minute - 100) * MINUTE_MS),
    );
    for (let at = minute - 100; at < minute + 5; at += 1)
      await run(
        `INSERT INTO coverage_days AS c (patient_id, day, device_key, connected, late, not_worn)
         VALUES ($1, '1970-01-01'::date + $2::int, $3, int4multirange(int4range($4, $4 + 1)), '{}', '{}')
         ON CONFLICT (patient_id, day, device_key) DO UPDATE SET connected = c.connected + excluded.connected`,
        mia.id,
        Math.floor(at / 1440),
        device?.key,
        at % 1440,
      );
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${mia.id}`);
    await card(visit, 'Now')
      .getByText(/^Still for 1\d min$/)
      .waitFor();
    await visit.page
      .getByRole('img', { name: /^Last 24 hours: On the move 40 min, Still 1 h 0\d min, No signal 22 h/ })
      .waitFor();
    await visit.page.getByText('Still is lying, sitting or standing').waitFor();
    await visit.picture('patient-day');
    await visit.page.getByLabel('Month').check();
    await visit.page.getByRole('img', { name: /^Health score\. / }).waitFor();
    // For a second: the mean of the hour is normal.
    await visit.page
      .getByText(
        '60 of 100. Heart rate is very high (150 bpm). Heart rate changes strongly from reading to reading.',
      )
      .waitFor();
    await visit.checkAccessibility();
    await visit.picture('patient-month');
    const phone = await consoles.visit({ width: 320, height: 800, dark: true });
    await phone.logIn(ann, `/patients/${mia.id}`);
    await phone.page.getByRole('img', { name: /^Last 24 hours/ }).waitFor();
    await checkLayout(phone.page, 'the day of a resident on a phone');
    await phone.checkAccessibility(true);
    await phone.picture('patient-day-phone');
    await phone.close();
    await visit.close();
  });

  it('shows the readings, with falls marked', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    const chart = visit.page.getByRole('img', {
      name: /^Heart rate\. .*between 62 bpm and 82 bpm.*Fall detected/,
    });
    await chart.locator('canvas').waitFor();
    await visit.page.getByLabel('Hour', { exact: true }).check();
    await chart.locator('canvas').waitFor({ state: 'detached' });
    await visit.page.getByLabel('Week').check();
    await visit.page
      .getByRole('img', { name: /^Oxygen/ })
      .locator('canvas')
      .waitFor();
    await visit.page.getByLabel('Show as table: Heart rate').click();
    await visit.page.getByRole('table', { name: 'Heart rate' }).getByText('bpm').first().waitFor();
    await visit.close();
  });

  it('shows a live reading at once', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await card(visit, 'Now').getByText('Waiting for the next reading').waitFor();
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await publish({ heart_rate: 91, spo2: 96, sensors_initialized: true });
    await card(visit, 'Now').getByText('91 bpm').waitFor();
    await card(visit, 'Now').getByText('9.8 m/s²').first().waitFor();
    for (const heart_rate of [92, 93, 94]) {
      await publish({ heart_rate, accel_x: heart_rate - 90 });
      await card(visit, 'Now').getByText(`${heart_rate} bpm`).waitFor();
    }
    await card(visit, 'Now').locator('canvas').waitFor();
    await visit.close();
  });

  it('adds a wearable that connects with its token', async () => {
    const visit = await consoles.visit();
    const paula = await signUp(consoles.app, 'PATIENT', { firstName: 'Paula', lastName: 'Stone' });
    await assign(consoles.app, ann, paula);
    await visit.logIn(ann, `/patients/${paula.id}`);
    await card(visit, 'Wearables').getByText('No wearable yet').waitFor();
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await card(visit, 'Wearables').getByRole('button', { name: 'Add wearable' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByLabel('MAC address').fill('nonsense');
    await dialog.getByRole('button', { name: 'Add wearable' }).click();
    assert.equal(await dialog.locator(':invalid').count(), 2, 'the field and its form');
    const address = randomMac();
    await dialog.getByLabel('MAC address').fill(address);
    await dialog.getByLabel('Name (optional)').fill('Belt');
    await dialog.getByRole('button', { name: 'Add wearable' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await visit.checkAccessibility();
    await visit.picture('patient-token');
    const token = (await dialog.getByRole('code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await card(visit, 'Wearables').getByText('Never connected').waitFor();
    const belt = await join(consoles.app, { username: address, password: token });
    const reading = resting(address, { heart_rate: 66, battery_level: 55 });
    await belt.publishAsync(`devices/${address}/readings`, JSON.stringify(reading), { qos: 1 });
    await card(visit, 'Now').getByText('66 bpm').waitFor();
    belt.end(true);
    await visit.page.reload();
    await card(visit, 'Wearables').getByText('55 %').waitFor();
    await chooseAction(card(visit, 'Wearables'), 'New token');
    await dialog.getByRole('button', { name: 'Create new token' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    assert.notEqual(await dialog.getByRole('code').textContent(), token);
    await visit.close();
  });

  it('changes the room, and writes to the resident', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    await card(visit, 'About').getByRole('button', { name: 'Change room' }).click();
    await visit.page.getByRole('dialog').getByLabel('Room').fill('14 B');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await card(visit, 'About').getByText('14 B').waitFor();
    await visit.page.getByLabel('Message').fill('On my way.');
    await visit.page.getByRole('button', { name: 'Send' }).click();
    await card(visit, 'Conversation').getByRole('listitem').filter({ hasText: 'On my way.' }).waitFor();
    assert.equal(await visit.page.getByLabel('Message').inputValue(), '');
    const body = { recipientId: ann.id, content: 'Thank you!' };
    await consoles.app.call('POST', '/messages', { token: rosa.token, body });
    await card(visit, 'Conversation').getByRole('listitem').filter({ hasText: 'Thank you!' }).waitFor();
    await visit.close();
  });

  it("sets, changes and removes the resident's check-in", async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann, `/patients/${rosa.id}`);
    const dialog = visit.page.getByRole('dialog');
    await card(visit, 'Check-in').getByRole('button', { name: 'Set check-in' }).click();
    await dialog.getByLabel('Until').fill('06:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The end must be after the start.').waitFor();
    await dialog.getByLabel('Until').fill('09:30');
    await dialog.getByLabel('Sunday').uncheck();
    await visit.checkAccessibility();
    await visit.picture('check-in-dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card(visit, 'Check-in').getByText('07:00 to 09:30, Monday, Tuesday').waitFor();
    await card(visit, 'Check-in').getByRole('button', { name: 'Remove check-in' }).click();
    await dialog.getByRole('button', { name: 'Remove check-in' }).click();
    await card(visit, 'Check-in').getByText('No check-in.').waitFor();
    await visit.close();
  });

  it('lets admins assign and remove caregivers', async () => {
    await signUp(consoles.app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, `/patients/${rosa.id}`);
    await card(visit, 'Caregivers').getByRole('button', { name: 'Assign caregiver' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog
      .getByLabel('Caregiver')
      .selectOption((await dialog.getByRole('option', { name: 'Bob Ray' }).getAttribute('value')) ?? '');
    await dialog.getByLabel('Relationship (optional)').fill('Night nurse');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    const bob = card(visit, 'Caregivers').getByRole('listitem').filter({ hasText: 'Night nurse' });
    await bob.waitFor();
    // Elsewhere the bar at the top covers a part of what lies under it.
    await visit.page.evaluate('scrollTo(0, 0)');
    await visit.checkAccessibility();
    await bob.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await bob.waitFor({ state: 'detached' });
    await visit.close();
  });

  it('shows names, rooms and messages as text, not as HTML', async () => {
    const { app } = consoles;
    const mallory = await signUp(app, 'PATIENT', { firstName: HOSTILE, lastName: 'Marsh' });
    await assign(app, ann, mallory);
    const said = async (person: Person, method: string, path: string, body: object) =>
      assert.ok((await app.call(method, path, { token: person.token, body })).status < 300);
    await said(ann, 'PUT', `/patients/${mallory.id}`, { room: HOSTILE });
    await said(ann, 'POST', `/patients/${mallory.id}/devices`, { macAddress: randomMac(), name: HOSTILE });
    await said(mallory, 'POST', '/messages', { recipientId: ann.id, content: HOSTILE });
    await said(mallory, 'POST', '/falls', { confidence: 0.8, location: HOSTILE });
    const visit = await consoles.visit({ width: 320, height: 700 });
    await visit.logIn(ann, `/patients/${mallory.id}`);
    await visit.page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    await card(visit, 'Conversation').getByText(HOSTILE).nth(1).waitFor();
    await card(visit, 'Wearables').getByText(HOSTILE).waitFor();
    assert.equal(await visit.page.locator('img').count(), 0);
    await visit.checkWidth();
    await visit.close();
  });

  it('passes accessibility and width checks, light and dark, down to 320 px', async () => {
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark });
      await visit.logIn(ann, `/patients/${rosa.id}`);
      await visit.page
        .getByRole('img', { name: /^Heart rate\. / })
        .locator('canvas')
        .waitFor();
      await publish({ heart_rate: 70, spo2: 97 });
      await publish({ heart_rate: 71, spo2: 97 });
      await card(visit, 'Now').locator('canvas').waitFor();
      await visit.checkAccessibility();
      await visit.picture(`patient-${dark ? 'dark' : 'light'}`);
      await visit.page.setViewportSize({ width: 320, height: 700 });
      await visit.checkWidth();
      await visit.checkAccessibility();
      await visit.picture(`patient-${dark ? 'dark' : 'light'}-narrow`);
      await visit.close();
    }
  });
});
