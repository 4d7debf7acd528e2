// `npm run picture`: the pictures in README.md, of an invented home.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { fallingWearer } from '../helpers/falling.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { type Reading, randomMac, resting, stream } from '../helpers/readings.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Account, openConsoles, type Visit, type VisitOptions } from './browser.ts';
import { MOTION, registerPhone, simulatedFall, virtualSensor } from './phone.ts';

const WARDS = ['Garden wing', 'Lakeside'];
const CAREGIVERS = ['Ann Lee', 'Bob Ray', 'Carla Diaz', 'Deniz Aksoy'];
const RESIDENTS = [
  { name: 'Rosa Marsh', room: '12', ward: 0, heartRate: 92, battery: 64 },
  { name: 'Henry Olsen', room: '7', ward: 0, heartRate: 88, battery: 81 },
  { name: 'Ida Brandt', room: '3', ward: 0, heartRate: 74, battery: 35 },
  { name: 'Walter Kim', room: '15', ward: 1, heartRate: 66, battery: 92 },
  { name: 'Elsie Novak', room: '4', ward: 0, heartRate: 84, battery: 47 },
  { name: 'George Adeyemi', room: '9', ward: 0, heartRate: 71, battery: 73 },
  { name: 'Maria Lindqvist', room: '2', ward: 0, heartRate: 69, battery: 88 },
  { name: 'Samuel Okafor', room: '21', ward: 1, heartRate: 77, battery: 56 },
  { name: 'Irene Castellano', room: '18', ward: 1, heartRate: 73, battery: 69 },
];
type Resident = Person & { readonly reading: Reading };

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const SEED = 3;
const WALKING_S = 50;
const ON_THE_FLOOR_S = 80;

/** As on a device that has been allowed everything: its notifications come from a service that is out of reach here. */
const SUBSCRIBED = 'PushManager.prototype.getSubscription = async () => ({});';
const ALLOWED = ['notifications', 'screen-wake-lock'];

test('pictures of the console for README.md', async () => {
  // Takes the place of ntfy.
  const phones = await startReceiver((response) => response.writeHead(200).end());
  const consoles = await openConsoles({
    ORGANISATION_NAME: 'Linden House',
    OK_WINDOW_SECONDS: '0',
    ALLOW_PRIVATE_TARGETS: 'true',
  });
  const { app } = consoles;
  async function as(person: Person, method: string, path: string, body?: object): Promise<Json> {
    const answer = await app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  const named = (name: string) => ({ firstName: name.split(' ')[0], lastName: name.split(' ')[1] });
  const passed = (seconds: number) => app.pass(seconds * SECOND_MS);

  const admin = await logInAsAdmin(app);
  await addChannel(app, admin, 'ntfy', phones.url);
  const wards: Json[] = [];
  for (const name of WARDS) wards.push(await as(admin, 'POST', '/wards', { name }));
  const caregivers: Person[] = [];
  for (const [index, name] of CAREGIVERS.entries()) {
    const caregiver = await signUp(app, 'CAREGIVER', named(name));
    await addChannel(app, caregiver, 'ntfy', phones.url);
    for (const ward of index < 2 ? wards : wards.slice(1))
      await as(admin, 'PUT', `/wards/${ward.id}/caregivers/${caregiver.id}`, {});
    caregivers.push(caregiver);
  }
  const [ann, bob] = caregivers as [Person, Person];
  const until = new Date(app.clock.now() + 7 * HOUR_MS).toISOString();
  for (const caregiver of [ann, bob]) await as(caregiver, 'POST', '/caregivers/me/shift', { until });

  const residents: Resident[] = [];
  for (const { name, room, ward, heartRate, battery } of RESIDENTS) {
    const resident = await signUp(app, 'PATIENT', named(name));
    await as(admin, 'PUT', `/patients/${resident.id}`, { room, wardId: wards[ward].id });
    const vitals = { heart_rate: heartRate, spo2: 96, battery_level: battery };
    const reading = resting(randomMac(), vitals);
    await stream(app, resident, reading);
    residents.push({ ...resident, reading });
  }
  await sql(
    app.databaseUrl,
    `INSERT INTO sensor_readings (device_key, recorded_at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                  confidence, health_score, heart_rate)
     SELECT d.key, now() - s * interval '5 minutes', 0, 0, 0, 9.8, 0, 0, 0, 0.1, 90,
            d.heart_rate + round(6 * sin(s * 0.9 + d.key))
     FROM devices d, generate_series(1, 11) s WHERE d.heart_rate IS NOT NULL`,
  );

  const [rosa, henry, ida] = residents as [Resident, Resident, Resident];
  const { seconds } = fallingWearer(SEED, 'parts', WALKING_S);
  const still = Array.from({ length: ON_THE_FLOOR_S }, () => seconds.at(-1));
  let fallId: string | undefined;
  for (const [index, second] of [...seconds, ...still].entries()) {
    await passed(1);
    const { device_id } = henry.reading;
    const uptime_ms = HOUR_MS + index * SECOND_MS;
    await stream(app, henry, { ...henry.reading, ...second, device_id, uptime_ms });
    if (fallId !== undefined) continue;
    [{ id: fallId } = { id: undefined }] = await as(henry, 'GET', '/falls');
    if (fallId === undefined) continue;
    await passed(0.9);
    await as(bob, 'POST', `/falls/${fallId}/claim`, { etaMinutes: 4 });
  }
  await as(ida, 'POST', '/falls', { confidence: 0.6, location: 'Bathroom' });
  for (const resident of residents.filter(({ id }) => id !== henry.id)) {
    await passed(2);
    await stream(app, resident, { ...resident.reading, uptime_ms: 2 * HOUR_MS });
  }
  await as(rosa, 'POST', '/help');
  await passed(7);

  async function open(options: VisitOptions, path: string, who: Account): Promise<Visit> {
    const visit = await consoles.visit({ permissions: ALLOWED, ...options });
    await visit.context.addInitScript(SUBSCRIBED);
    // The service is ahead of the computer, and the page would warn of it.
    await visit.context.clock.install({ time: app.clock.now() });
    await visit.logIn(who, path);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    return visit;
  }
  async function take({ page }: Visit, name: string): Promise<void> {
    await page.screenshot({ path: inProject('docs', `${name}.png`) });
  }
  async function takeBoard(options: VisitOptions, name: string): Promise<void> {
    const visit = await open(options, '/', ann);
    const { page } = visit;
    await page.getByRole('region', { name: 'Alerts' }).getByText('Rosa Marsh').waitFor();
    await page.getByRole('button', { name: 'Test sound' }).click();
    for (const words of ['Sound is on', 'The screen stays on', 'Notifications are on'])
      await page.getByText(words).waitFor({ state: 'attached' });
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    await take(visit, name);
    await visit.close();
  }
  await takeBoard({ height: 960 }, 'console');
  await takeBoard({ width: 390, height: 844 }, 'console-phone');

  const visit = await open({ height: 960 }, `/falls/${fallId}`, ann);
  await visit.page.getByRole('region', { name: 'Fall and response' }).getByRole('img').waitFor();
  await take(visit, 'console-fall');
  await visit.close();

  const office = await open({ height: 960 }, '/admin/setup', ADMIN);
  await office.page.getByText('7 of 9 steps done').waitFor();
  await take(office, 'console-setup');
  await office.close();
  await consoles.close();
  await phones.close();
});

test('picture of a phone as a wearable, for README.md', async () => {
  const consoles = await openConsoles();
  const phone = await registerPhone(consoles.app, await signUp(consoles.app));
  const { page, open } = await consoles.visit({
    width: 390,
    height: 700,
    permissions: [...MOTION, 'screen-wake-lock'],
  });
  const sensor = await virtualSensor(page);
  await open(phone.path);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('body[data-state="sensing"]').waitFor();
  await sensor.play(await simulatedFall(), 50);
  await page.getByText('Did you fall?').waitFor();
  await page.screenshot({ path: inProject('docs', 'phone-wearable.png') });
  await consoles.close();
});
