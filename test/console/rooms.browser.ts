import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN, type Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { drawnPng } from '../ward-plans/pictures.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';
import { checkLayout } from './layout.ts';

const NAMES = [
  'Edith Brandt',
  'Hannelore Schmidt-Wittgenstein',
  'Ida Stone',
  'Friedrich-Wilhelm Oberhollenzer',
];
const SCREENS = [
  { width: 1280, height: 800 },
  { width: 1080, height: 1920 },
];
/** The station has lists beside the rooms that scroll. */
const ON_SCREEN = `[...document.querySelectorAll('.tile')].every((tile) => {
  const { right, bottom } = tile.getBoundingClientRect();
  return right <= innerWidth && bottom <= innerHeight;
})`;
/** The rooms after the first one, by what is the matter there. */
const STATES: readonly Json[] = [
  {},
  { signal: { state: 'quiet', since: '2026-01-01T00:00:00Z' } },
  { notWorn: true },
  { charging: true },
  { batteryLevel: 7 },
  { signal: { state: 'none', since: null }, deviceStatus: null },
  { absence: { until: '2099-01-01T00:00:00Z', reason: null, by: null } },
  {},
];
const live = {
  signal: { state: 'live', since: '2026-01-01T00:00:00Z' },
  deviceStatus: 'ACTIVE',
  batteryLevel: 80,
};

/** An init script: `followers()` counts what listens to the moves of a pointer until its signal ends. */
const COUNT_FOLLOWERS = `
  const signals = [];
  const add = globalThis.addEventListener;
  globalThis.addEventListener = (type, listener, options) => {
    if (type === 'pointermove' && options?.signal) signals.push(options.signal);
    add.call(globalThis, type, listener, options);
  };
  globalThis.followers = () => signals.filter(({ aborted }) => !aborted).length;
`;

describe('a ward at a glance', () => {
  let consoles: Consoles;
  let admin: Person;
  let lead: Person;
  let rosa: Person;
  let ward: string;
  let count = 14;
  before(async () => {
    consoles = await openConsoles({ DEVICE_QUIET_SECONDS: '3600' });
    const { app } = consoles;
    admin = await logInAsAdmin(app);
    lead = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    const as = (method: string, path: string, body: object) =>
      app.call(method, path, { token: admin.token, body });
    ward = (await as('POST', '/wards', { name: 'Ward 2' })).body.data.id;
    await as('PUT', `/wards/${ward}/caregivers/${lead.id}`, { lead: true });
    await as('PUT', `/patients/${rosa.id}`, { room: '1', wardId: ward });
  });
  after(() => consoles.close());

  /** A board with more residents than the service has; two share room 2, and one has none. */
  const multiply = (visit: Visit) =>
    visit.context.route(/\/api\/(stations\/me\/)?board$/, async (route) => {
      const response = await route.fetch();
      const body: Json = await response.json();
      const [first] = body.data.people;
      const people = Array.from({ length: count + 1 }, (_, number) =>
        number === 0
          ? { ...first, ...live }
          : {
              ...first,
              ...live,
              ...STATES[number % STATES.length],
              id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
              name: NAMES[number % NAMES.length],
              room: number === 3 ? '2' : number === count ? null : `${number + 1}`,
            },
      );
      await route.fulfill({ json: { ...body, data: { ...body.data, people } } });
    });
  const fall = async () =>
    (await consoles.app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } })).body.data
      .id;
  const tile = ({ page }: Visit, room: string) =>
    page.locator('.tile').filter({ has: page.locator('.alert-room', { hasText: new RegExp(`^${room}$`) }) });

  it('is the board of many rooms: each with its state, red at an alert, and a way to the resident', async () => {
    const visit = await consoles.visit();
    const { page } = visit;
    await multiply(visit);
    await visit.logIn(lead);
    await tile(visit, '1').getByText('Active').waitFor();
    for (const [room, word] of [
      ['2', 'No signal'],
      ['3', 'Not worn'],
      ['5', 'Battery low'],
      ['6', 'No wearable'],
      ['7', 'Away'],
    ] as const)
      await tile(visit, room).getByText(word).waitFor();
    assert.equal(await tile(visit, '2').getByRole('link').count(), 2);
    await visit.checkAccessibility();
    for (const [width, height] of [
      [1920, 1080],
      [1024, 768],
      [390, 844],
      [320, 700],
    ] as const) {
      await page.setViewportSize({ width, height });
      await visit.picture(`rooms/board-${width}`);
      await visit.checkWidth();
      await checkLayout(page, `rooms at ${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    const id = await fall();
    await tile(visit, '1').getByText('Alert').waitFor();
    await visit.picture('rooms/board-alert');
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Show as list' }).click();
    await page.locator('.person').first().waitFor();
    await page.reload();
    await page.locator('.person').first().waitFor();
    await page.getByRole('button', { name: 'Show as tiles' }).click();
    await consoles.app.call('POST', `/falls/${id}/claim`, { token: lead.token });
    await tile(visit, '1').getByText('Being helped').waitFor();
    await consoles.app.call('POST', `/falls/${id}/resolve`, {
      token: lead.token,
      body: { outcome: 'HELPED' },
    });
    await tile(visit, '1').getByText('Active').waitFor();
    await tile(visit, '1').getByRole('link', { name: 'Rosa Marsh' }).click();
    await page.waitForURL(`**/patients/${rosa.id}`);
    await visit.close();
  });

  it('ends a drag when the page with the plan goes', async () => {
    const visit = await consoles.visit();
    const { page } = visit;
    await page.addInitScript(COUNT_FOLLOWERS);
    await visit.logIn(lead, `/wards?ward=${ward}`);
    await page.getByRole('button', { name: 'Place room 1', exact: true }).hover();
    await page.mouse.down();
    assert.equal(await page.evaluate('followers()'), 1);
    await page.getByRole('link', { name: 'Messages' }).press('Enter');
    await page.getByRole('heading', { name: 'Messages', level: 1 }).waitFor();
    assert.equal(await page.evaluate('followers()'), 0);
    await page.mouse.up();
    await visit.close();
  });

  it('is a floor plan that a lead arranges, over a picture, and a slower colleague is told', async () => {
    const { app } = consoles;
    const plan = async (): Promise<Json> =>
      (await app.call('GET', `/wards/${ward}/plan`, { token: lead.token })).body.data;
    const visit = await consoles.visit();
    const { page } = visit;
    await multiply(visit);
    await visit.logIn(lead, `/wards?ward=${ward}`);
    await page.getByRole('button', { name: 'Place room 1', exact: true }).click();
    const placed = (room: string) => page.getByRole('button', { name: new RegExp(`^Room ${room}, `) });
    const box = await page.locator('.floor-plan').boundingBox();
    assert.ok(box !== null);
    await placed('1').hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await page
      .getByRole('button', { name: /^Room 1, (49|50|51) % from the left, (49|50|51) % from the top$/ })
      .waitFor();
    await page.getByRole('button', { name: 'Place room 2', exact: true }).press('Enter');
    await eventually('the placed room has the focus', () =>
      page.evaluate<boolean>(`document.activeElement?.dataset.room === '2'`),
    );
    for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
    await page.locator('input[type=file]').setInputFiles({
      name: 'plan.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    });
    await page.getByText('This file is not a picture').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: drawnPng(5000, 2500) });
    await page.locator('.floor-plan > img').waitFor();
    await visit.checkAccessibility();
    await visit.picture('rooms/arrange');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('The floor plan is saved.').waitFor();
    const { rooms, picture, revision } = await plan();
    assert.deepEqual([revision, picture.width, picture.height], [1, 2000, 1000]);
    assert.deepEqual(
      rooms.map(({ room }: Json) => room),
      ['1', '2'],
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await visit.checkWidth();
    await visit.picture('rooms/arrange-phone');

    await app.call('PUT', `/wards/${ward}/plan`, { token: admin.token, body: { revision, rooms: [] } });
    await placed('2').press('Delete');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('A colleague has changed the floor plan.').waitFor();
    await page.getByRole('button', { name: 'Open it again' }).click();
    await page.getByRole('button', { name: 'Place room 1', exact: true }).waitFor();
    assert.equal((await plan()).revision, 2);
    await page.getByRole('button', { name: 'Back to the grid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the grid' }).click();
    await page.locator('.floor-plan > img').waitFor({ state: 'detached' });
    assert.deepEqual(await plan(), { revision: 3, rooms: [], picture: null });
    await visit.close();
  });

  it('fits a wall and a station, as a grid and on a plan, and is red there', async () => {
    const { app } = consoles;
    const { body } = await app.call('POST', '/stations', {
      token: admin.token,
      body: { name: 'Office', wardId: ward },
    });
    const [wall, tablet] = [await consoles.visit(), await consoles.visit()];
    await multiply(wall);
    await wall.logInByApi(ADMIN);
    await tablet.open('/station');
    await tablet.page.getByLabel('Code').fill(body.data.code);
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    await tablet.page.locator('.tile').waitFor();
    await multiply(tablet);
    const screens = async (name: string) => {
      for (const [visit, path] of [
        [wall, '/?display=wall'],
        [tablet, '/station'],
      ] as const) {
        await visit.open(path);
        await visit.page.locator('.tile').first().waitFor();
        for (const size of SCREENS) {
          await visit.page.setViewportSize(size);
          const where = `${path === '/station' ? 'station' : 'wall'}-${name}-${size.width}`;
          await visit.picture(`rooms/${where}`, { fullPage: false });
          if (path === '/station')
            await eventually(`${where}: all rooms are on the screen`, () =>
              visit.page.evaluate<boolean>(ON_SCREEN),
            );
          else await checkLayout(visit.page, where, true);
        }
      }
    };
    for (count of [12, 60]) await screens(`${count}`);
    const rooms = Array.from({ length: 60 }, (_, number) => ({
      room: `${number + 1}`,
      x: 5 + 10 * (number % 10),
      y: 8 + 16 * Math.floor(number / 10),
    }));
    const picture = drawnPng(1600, 900).toString('base64');
    await app.call('PUT', `/wards/${ward}/plan`, {
      token: lead.token,
      body: { revision: 3, rooms, picture },
    });
    count = 61;
    await fall();
    await screens('plan');
    for (const visit of [wall, tablet]) {
      await tile(visit, '1').getByText('Alert').waitFor();
      await visit.checkAccessibility();
      await visit.close();
    }
  });

  const stationOf = async (wardId: string): Promise<Visit> => {
    const { body } = await consoles.app.call('POST', '/stations', {
      token: admin.token,
      body: { name: 'Desk', wardId },
    });
    const tablet = await consoles.visit();
    await tablet.open(`/station#code=${body.data.code}`);
    await tablet.page.getByRole('button', { name: 'Set up' }).click();
    await tablet.page.locator('.tile').first().waitFor();
    return tablet;
  };

  it('opens at a station who is in a room, with the buttons of their alert, and never hides another one', async () => {
    const { app } = consoles;
    const as = (method: string, path: string, body: object) =>
      app.call(method, path, { token: admin.token, body });
    const paul = await signUp(app, 'PATIENT', { firstName: 'Paul', lastName: 'Dean' });
    await as('PUT', `/patients/${paul.id}`, { room: '7', wardId: ward });
    await as('PUT', `/patients/${paul.id}/absence`, {
      until: new Date(app.clock.now() + 3_600_000).toISOString(),
      reason: 'Hospital',
    });
    assert.equal(
      (await app.call('PUT', '/profile/pin', { token: lead.token, body: { pin: '2580' } })).status,
      200,
    );
    const open = async () => (await app.call('GET', '/board', { token: lead.token })).body.data.falls;
    for (const { id } of await open())
      await app.call('POST', `/falls/${id}/resolve`, { token: lead.token, body: { outcome: 'HELPED' } });
    const visit = await stationOf(ward);
    const { page } = visit;
    await tile(visit, '7').getByRole('button').click();
    const room = (number: string) => page.getByRole('dialog', { name: `Room ${number}` });
    await room('7').getByText('Paul Dean').waitFor();
    await room('7').getByText('Away').first().waitFor();
    await visit.picture('rooms/station-room-away', { fullPage: false });
    await visit.checkAccessibility();
    await fall();
    await room('7').waitFor({ state: 'detached' });
    await tile(visit, '1').getByText('Alert').waitFor();
    await tile(visit, '1').getByRole('button').click();
    await room('1').getByText('Rosa Marsh').waitFor();
    await visit.picture('rooms/station-room-alert', { fullPage: false });
    await visit.checkAccessibility();
    await room('1').getByRole('button', { name: "I'm going" }).click();
    await page
      .getByRole('dialog', { name: 'Going to Rosa Marsh' })
      .getByRole('button', { name: 'Ann Lee' })
      .click();
    await page.getByLabel('PIN of Ann Lee').fill('2580');
    await page.keyboard.press('Enter');
    await tile(visit, '1').getByText('Being helped').waitFor();
    await tile(visit, '1').getByRole('button').click();
    for (const name of ['Resolve', 'Hand off', 'Release'])
      await room('1').getByRole('button', { name }).waitFor();
    await room('1').getByRole('button', { name: 'Close' }).click();
    await visit.close();
  });

  it('shows a changed plan at once on boards, walls and stations, and each ward by itself', async () => {
    const { app } = consoles;
    const as = (method: string, path: string, body: object) =>
      app.call(method, path, { token: admin.token, body });
    const other = (await as('POST', '/wards', { name: 'Annex' })).body.data.id;
    const ida = await signUp(app, 'PATIENT', { firstName: 'Ida', lastName: 'Stone' });
    await as('PUT', `/patients/${ida.id}`, { room: '1', wardId: other });
    await as('PUT', `/wards/${other}/caregivers/${lead.id}`, { lead: true });
    const [board, wall, tablet] = [await consoles.visit(), await consoles.visit(), await stationOf(other)];
    await board.logIn(lead);
    await board.page.getByRole('button', { name: 'Show as tiles' }).click();
    await wall.logInByApi(ADMIN);
    await wall.open('/?display=wall');
    const sectionOf = ({ page }: Visit, name: string) =>
      page
        .locator('.wards-rooms > section')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
    for (const visit of [board, wall]) {
      await sectionOf(visit, 'Annex').locator('.tile').first().waitFor();
      await sectionOf(visit, 'Ward 2').locator('.floor-plan > img').waitFor();
      assert.equal(await sectionOf(visit, 'Annex').locator('.floor-plan').count(), 0);
    }
    const change = (revision: number, x: number) =>
      as('PUT', `/wards/${other}/plan`, { revision, rooms: [{ room: '1', x, y: 50 }] });
    for (const [revision, x] of [
      [0, 25],
      [1, 75],
    ] as const) {
      await change(revision, x);
      for (const visit of [board, wall, tablet])
        await visit.page.locator(`.floor-plan .tile[style*="--x: ${x}%"]`).waitFor();
    }
    for (const [visit, name] of [
      [board, 'board'],
      [wall, 'wall'],
    ] as const) {
      await visit.picture(`rooms/wards-${name}`, { fullPage: false });
      await visit.checkAccessibility();
      await checkLayout(visit.page, `two wards on the ${name}`, visit === wall);
    }
    await board.page.setViewportSize({ width: 390, height: 844 });
    await board.checkWidth();
    await board.picture('rooms/wards-phone');
    for (const visit of [board, wall, tablet]) await visit.close();
  });
});
