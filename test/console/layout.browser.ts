import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PATHS } from '../../web/paths.ts';
import { ADMIN, type Json } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { type Account, type Consoles, openConsoles } from './browser.ts';
import { layoutFaults } from './layout.ts';

const ALL_WIDTHS = [320, 390, 768, 1024, 1280, 1920];
/** Where words break, and where the header is the fullest. */
const WIDTHS = process.env.SWEEP === 'all' ? ALL_WIDTHS : [320, 768, 1024];
const LANGUAGES = process.env.SWEEP === 'all' ? ['de', 'en'] : ['de'];
const DESKTOP = 1024;
/** In pixels. */
const ONE_LINE = 80;
const RESIDENTS = ['Hannelore Schmidt-Wittgenstein', 'Edith Brandt', 'Friedrich-Wilhelm Oberhollenzer'];

describe('every page, at any width', () => {
  let consoles: Consoles;
  let admin: Person;
  let nurse: Person;
  let residents: readonly Person[];
  let fallId: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    const as = async (who: Person, method: string, path: string, body?: object): Promise<Json> => {
      const answer = await app.call(method, path, { token: who.token, body });
      assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    };
    admin = await logInAsAdmin(app);
    const ward = await as(admin, 'POST', '/wards', { name: 'Wohnbereich Lindenhof' });
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Maximiliane', lastName: 'Hohenstein' });
    await as(admin, 'PUT', `/wards/${ward.id}/caregivers/${nurse.id}`, { lead: true });
    const until = new Date(app.clock.now() + 7 * 3_600_000).toISOString();
    await as(nurse, 'POST', '/caregivers/me/shift', { until });
    residents = await Promise.all(
      RESIDENTS.map((name) => {
        const [firstName, lastName] = name.split(' ');
        return signUp(app, 'PATIENT', { firstName, lastName });
      }),
    );
    for (const [place, resident] of residents.entries()) {
      await as(admin, 'PUT', `/patients/${resident.id}`, { room: `10${place} B`, wardId: ward.id });
      const vitals = { heart_rate: place === 0 ? 171 : 72, spo2: 91, battery_level: 12 };
      await stream(app, resident, resting(randomMac(), vitals));
    }
    await sql(
      app.databaseUrl,
      `INSERT INTO sensor_readings (device_key, recorded_at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z,
                                    confidence, health_score, heart_rate)
       SELECT d.key, now() - s * interval '5 minutes', 0, 0, 0, 9.8, 0, 0, 0, 0.1, 90, d.heart_rate + s % 7
       FROM devices d, generate_series(1, 11) s WHERE d.heart_rate IS NOT NULL`,
    );
    const [first, second, third] = residents as [Person, Person, Person];
    const former = await as(second, 'POST', '/falls', { confidence: 0.8 });
    await as(nurse, 'POST', `/falls/${former.id}/claim`, {});
    await as(nurse, 'POST', `/falls/${former.id}/resolve`, { outcome: 'HELPED', note: 'Alles gut' });
    ({ id: fallId } = await as(first, 'POST', '/falls', { confidence: 0.6, location: 'Badezimmer' }));
    const claimed = await as(third, 'POST', '/falls', { confidence: 0.95 });
    await as(nurse, 'POST', `/falls/${claimed.id}/claim`, { etaMinutes: 4 });
    await as(first, 'POST', '/messages', { recipientId: nurse.id, content: 'Guten Morgen' });
    await as(admin, 'POST', '/stations', { name: 'Dienstzimmer', wardId: ward.id });
  });
  after(() => consoles.close());

  /** What a window of each width finds on each page, for all pages before the first complaint. */
  async function sweep(who: Person & Account, paths: readonly string[], language: string): Promise<void> {
    await consoles.app.call('PUT', '/profile/me', { token: who.token, body: { language } });
    const visit = await consoles.visit({ height: 900 });
    const { page } = visit;
    await visit.logInByApi(who);
    const faults: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit.open(
        path
          .replace('/falls/:id', `/falls/${fallId}`)
          .replace('/patients/:id', `/patients/${residents[0]?.id}`),
      );
      await page.locator('#pages').waitFor();
      await page.waitForLoadState('networkidle');
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const found = await layoutFaults(page);
        const header = await page.locator('header.top').boundingBox();
        faults.push(
          ...(width >= DESKTOP && (header?.height ?? 0) > ONE_LINE
            ? ['the header has two lines', ...found]
            : found
          ).map((fault) => `${path} at ${width} px in ${language}: ${fault}`),
        );
        await visit.picture(`layout/${language}-${path.replaceAll('/', '-').replace(':', '')}-${width}`);
      }
    }
    await visit.close();
    assert.ok(faults.length === 0, faults.join('\n'));
  }

  const isOfStaff = (path: string) => path !== '/login' && path !== '/station';
  for (const language of LANGUAGES) {
    it(`has whole words inside their boxes in ${language}`, () =>
      sweep({ ...admin, ...ADMIN }, PATHS.filter(isOfStaff), language));
    it(`has them for a caregiver on duty in ${language}`, () => sweep(nurse, ['/'], language));
  }
});
