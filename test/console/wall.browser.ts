import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';
import { checkLayout } from './layout.ts';

const COUNTS = [1, 2, 3, 6, 7, 20, 60, 75];
/** With one for those above sixty. */
const MOST_TILES = 61;
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 800, height: 600 },
  { width: 1080, height: 1920 },
];
/** Names and rooms as homes have them; one resident has no room. */
const NAMES = [
  'Rosa Marsh',
  'Hannelore Schmidt-Wittgenstein',
  'Friedrich-Wilhelm Oberhollenzer',
  'Ida Stone',
];
const ROOMS = ['12 B', '204', 'Garden 3', null, '7'];
const LEVELS = ['CONFIRMED', 'HIGH', 'POTENTIAL', 'SUSPICIOUS'];
const HAS_CLAIM = 5;

/** As many alerts as asked for, in place of the one that the service has. Every fifth is claimed. */
function manyOf(fall: Json, count: number): readonly Json[] {
  const at = Date.parse(fall.createdAt);
  return Array.from({ length: count }, (_, number) => ({
    ...fall,
    // The live socket tells of the one that the service has.
    ...(number > 0 && { id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` }),
    status: LEVELS[number % LEVELS.length],
    createdAt: new Date(at - number * 61_000).toISOString(),
    patientName: NAMES[number % NAMES.length],
    patientRoom: ROOMS[number % ROOMS.length] ?? null,
    response: {
      ...fall.response,
      state: 'OPEN',
      okUntil: null,
      ...(number % HAS_CLAIM === HAS_CLAIM - 1 && {
        state: 'CLAIMED',
        claimedBy: { id: fall.userId, name: 'Maximiliane Hohenstein' },
        claimedAt: fall.createdAt,
      }),
    },
  }));
}

describe('alerts on a screen that nobody scrolls', () => {
  let consoles: Consoles;
  let patient: Person;
  let count = 1;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    const fall = await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    assert.equal(fall.status, 201);
  });
  after(() => consoles.close());

  /** A board with more alerts, and with more people on duty than a line holds. */
  const multiply = (visit: Visit) =>
    visit.context.route(/\/api\/(stations\/me\/)?board$/, async (route) => {
      const response = await route.fetch();
      const body: Json = await response.json();
      const [fall] = body.data.falls;
      const until = new Date(Date.parse(fall.createdAt) + 8 * 3_600_000).toISOString();
      const onDuty = Array.from({ length: 12 }, (_, number) => ({
        id: `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`,
        name: `${NAMES[number % NAMES.length]}`,
        until,
      }));
      await route.fulfill({ json: { ...body, data: { ...body.data, falls: manyOf(fall, count), onDuty } } });
    });
  async function checkScreens(visit: Visit, name: string): Promise<void> {
    for (const size of SCREENS) {
      await visit.page.setViewportSize(size);
      await visit.picture(`wall/${name}-${count}-${size.width}x${size.height}`, { fullPage: false });
      await checkLayout(visit.page, `${count} alerts on ${name} at ${size.width} × ${size.height}`, true);
    }
  }

  it('are all on the wall, whatever their number', async () => {
    const visit = await consoles.visit();
    await visit.logInByApi(ADMIN);
    await multiply(visit);
    for (count of COUNTS) {
      await visit.open('/?display=wall');
      await visit.page
        .locator('.alert-card')
        .nth(Math.min(count, MOST_TILES) - 1)
        .waitFor();
      await checkScreens(visit, 'wall');
    }
    await visit.checkAccessibility();
    await visit.close();
  });

  it('are as large while they appear', async () => {
    const visit = await consoles.visit();
    await visit.logInByApi(ADMIN);
    await multiply(visit);
    count = 6;
    const { page } = visit;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit.open('/?display=wall');
    await page.locator('.alert-card').nth(5).waitFor();
    const fontOf = async (animation: string): Promise<unknown> => {
      await page.evaluate(
        `for (const card of document.querySelectorAll('.band')) card.style.animation = '${animation}'`,
      );
      for (const width of [1200, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        await page.evaluate(
          'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
        );
      }
      return page.evaluate("document.querySelector('.cards').style.fontSize");
    };
    assert.equal(await fontOf('appear 1s -0.4s paused'), await fontOf('none'));
    await visit.close();
  });

  it('are all on the wall in German', async () => {
    const { token } = await logInAsAdmin(consoles.app);
    await consoles.app.call('PUT', '/profile/me', { token, body: { language: 'de' } });
    const visit = await consoles.visit();
    await visit.logInByApi(ADMIN);
    await multiply(visit);
    for (count of [2, 6]) {
      await visit.open('/?display=wall');
      await visit.page
        .locator('.alert-card')
        .nth(count - 1)
        .waitFor();
      await checkScreens(visit, 'wand');
    }
    await visit.close();
  });

  it('are all on a station, and each has its buttons there', async () => {
    const { token } = await logInAsAdmin(consoles.app);
    const { body } = await consoles.app.call('POST', '/stations', { token, body: { name: 'Office' } });
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.open('/station');
    await page.getByLabel('Code').fill(body.data.code);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.locator('.alert-card').waitFor();
    await multiply(visit);
    for (count of COUNTS) {
      await visit.open('/station');
      await page
        .locator('.alert-card')
        .nth(Math.min(count, MOST_TILES) - 1)
        .waitFor();
      await checkScreens(visit, 'station');
    }
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Possible fall Ida Stone' }).first().click();
    await page.getByRole('button', { name: "I'm going" }).click();
    await page.getByRole('heading', { name: 'Going to Ida Stone' }).waitFor();
    await visit.close();
  });
});
