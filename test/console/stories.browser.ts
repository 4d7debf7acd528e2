import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { setup as germanSetup } from '../../web/text/de/admin/setup.ts';
import { users as germanUsers } from '../../web/text/de/admin/users.ts';
import { board as germanBoard } from '../../web/text/de/board.ts';
import { common as germanCommon } from '../../web/text/de/common.ts';
import { patientHome as germanPatientHome } from '../../web/text/de/patient-home.ts';
import { station as germanStation } from '../../web/text/de/station.ts';
import { wards as germanWards } from '../../web/text/de/wards.ts';
import { setup } from '../../web/text/en/admin/setup.ts';
import { users } from '../../web/text/en/admin/users.ts';
import { board } from '../../web/text/en/board.ts';
import { common } from '../../web/text/en/common.ts';
import { patientHome } from '../../web/text/en/patient-home.ts';
import { station } from '../../web/text/en/station.ts';
import { wards } from '../../web/text/en/wards.ts';
import type { Texts } from '../../web/text/texts.ts';
import { ADMIN, type Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Account, type Consoles, openConsoles, type Visit, type VisitOptions } from './browser.ts';

const ENGLISH = { board, common, patientHome, setup, station, users, wards };
const GERMAN: Texts<typeof ENGLISH> = {
  board: germanBoard,
  common: germanCommon,
  patientHome: germanPatientHome,
  setup: germanSetup,
  station: germanStation,
  users: germanUsers,
  wards: germanWards,
};

interface Look {
  readonly name: string;
  /** Of the account. */
  readonly language: 'en' | 'de';
  readonly text: Texts<typeof ENGLISH>;
  readonly options: VisitOptions;
}

const LOOKS: readonly Look[] = [
  { name: 'light', language: 'en', text: ENGLISH, options: {} },
  { name: 'dark', language: 'en', text: ENGLISH, options: { dark: true } },
  { name: 'phone', language: 'en', text: ENGLISH, options: { width: 390, height: 844 } },
  { name: 'German', language: 'de', text: GERMAN, options: { locale: 'de-DE' } },
];

const MINUTE_MS = 60_000;
const PIN = '4711';

describe('stories in every look', () => {
  let consoles: Consoles;
  let admin: Person;
  before(async () => {
    consoles = await openConsoles();
    // A check-in ends at 23:59 at the latest: just before midnight, the service is in the next day already.
    if (new Date().getUTCHours() === 23) consoles.app.clock.advance(60 * MINUTE_MS);
    admin = await logInAsAdmin(consoles.app);
  });
  after(() => consoles.close());

  async function as(person: Person, method: string, path: string, body?: object): Promise<Json> {
    const answer = await consoles.app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  async function join(look: Look, role: 'PATIENT' | 'CAREGIVER', firstName: string, lastName: string) {
    const person = await signUp(consoles.app, role, { firstName, lastName });
    await as(person, 'PUT', '/profile/me', { language: look.language });
    return person;
  }
  async function open(look: Look, path: string, who: Account): Promise<Visit> {
    const visit = await consoles.visit(look.options);
    await visit.logIn(who, path);
    return visit;
  }
  const live = ({ page }: Visit, { text }: Look) =>
    page.getByRole('status').filter({ hasText: text.common.connection.live }).waitFor();
  const press = (where: Page | Locator, name: string) =>
    where.getByRole('button', { name, exact: true }).click();
  const dialogOf = ({ page }: Visit) => page.getByRole('dialog');
  async function review(visit: Visit, story: string, look: Look): Promise<void> {
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture(`story-${story}-${look.name.toLowerCase()}`);
  }

  for (const look of LOOKS) {
    const { text } = look;

    it(`the night shift, ${look.name}`, async () => {
      const rosa = await join(look, 'PATIENT', 'Rosa', 'Marsh');
      const ann = await join(look, 'CAREGIVER', 'Ann', 'Lee');
      const bob = await join(look, 'CAREGIVER', 'Bob', 'Ray');
      await assign(consoles.app, ann, rosa);
      await assign(consoles.app, bob, rosa);
      await as(admin, 'PUT', `/patients/${rosa.id}`, { room: '12' });
      const hers = await open(look, '/', ann);
      const his = await open(look, '/', bob);
      const alertsOf = ({ page }: Visit) =>
        page.getByRole('region', { name: text.board.alerts, exact: true });
      const shows = (visit: Visit, words: string) => alertsOf(visit).getByText(words).waitFor();
      for (const visit of [hers, his]) {
        await live(visit, look);
        await shows(visit, text.board.noAlerts);
      }

      await as(rosa, 'POST', '/help');
      for (const visit of [hers, his]) {
        const first = alertsOf(visit).getByRole('listitem').first();
        await first.getByRole('heading', { name: `${text.common.room('12')} Rosa Marsh` }).waitFor();
        await shows(visit, text.board.state.OPEN);
        await shows(visit, text.common.unanswered({ alerts: 1, tests: 0 }));
      }
      await hers.checkAccessibility();
      await press(alertsOf(hers), text.board.imGoing);
      await shows(hers, text.board.state.youAreGoing);
      await shows(his, text.board.state.isGoing('Ann Lee'));

      await press(alertsOf(hers), text.board.handOff);
      await dialogOf(hers).getByLabel(text.board.dialog.caregiver).selectOption({ label: 'Bob Ray' });
      await press(dialogOf(hers), text.board.handOff);
      await shows(his, text.board.state.offeredToYou('Ann Lee'));
      await review(his, 'night-shift', look);
      await press(alertsOf(his), text.common.handOff.takeOver);
      await shows(hers, text.board.state.isGoing('Bob Ray'));

      await press(alertsOf(his), text.board.resolve);
      await dialogOf(his).getByLabel(text.board.dialog.HELPED, { exact: true }).check();
      await press(dialogOf(his), text.board.resolve);
      for (const visit of [hers, his]) {
        await shows(visit, text.board.noAlerts);
        await visit.close();
      }
    });

    it(`an admin's first hour, ${look.name}`, async () => {
      const { steps } = text.setup;
      // The admin and the home are the same in every look.
      const ward = `Garden ${look.name}`;
      const resident = { firstName: 'Edith', lastName: `Brandt-${look.name}` };
      await as(admin, 'PUT', '/profile/me', { language: look.language });
      const visit = await open(look, '/admin/setup', ADMIN);
      const { page } = visit;
      const step = (title: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

      await press(step(steps.wards.title), steps.wards.action);
      await dialogOf(visit).getByLabel(text.wards.form.name).fill(ward);
      await press(dialogOf(visit), text.wards.form.add);
      await step(steps.caregivers.title).getByText(ward).waitFor();
      const { length: wardCount } = (await as(admin, 'GET', '/wards?limit=100')).data;
      await step(steps.wards.title).getByText(steps.wards.state(wardCount), { exact: true }).waitFor();
      await visit.checkAccessibility();

      await press(step(steps.residents.title), steps.residents.action);
      const form = dialogOf(visit);
      await form.getByLabel(text.users.create.firstName).fill(resident.firstName);
      await form.getByLabel(text.users.create.lastName).fill(resident.lastName);
      await form.getByLabel(text.users.createResident.room).fill('7');
      await form.getByLabel(text.users.createResident.ward).selectOption({ label: ward });
      await review(visit, 'first-hour', look);
      await press(form, text.users.create.add);
      const name = `${resident.firstName} ${resident.lastName}`;
      await page.getByText(text.users.createResident.added(name)).waitFor();
      const { total } = (await as(admin, 'GET', '/admin/users?role=PATIENT&limit=1')).pagination;
      await step(steps.residents.title).getByText(steps.residents.state(total), { exact: true }).waitFor();
      await visit.close();
    });

    it(`a wearer's morning, ${look.name}`, async () => {
      const { checkIn, emergency, help, hello, onTheWay, closed } = text.patientHome;
      const rosa = await join(look, 'PATIENT', 'Rosa', 'Marsh');
      const ann = await join(look, 'CAREGIVER', 'Ann', 'Lee');
      await assign(consoles.app, ann, rosa);
      await as(ann, 'PUT', `/patients/${rosa.id}/check-in`, {
        from: '00:00',
        until: '23:59',
        weekdays: [1, 2, 3, 4, 5, 6, 7],
      });
      const visit = await open(look, '/', rosa);
      const { page } = visit;
      await page.getByRole('heading', { name: hello('Rosa') }).waitFor();
      await live(visit, look);
      await press(page, checkIn.up);
      await page.getByText(checkIn.done).waitFor();

      await press(page, help);
      await page.getByText(emergency.call).waitFor();
      const [fall] = (await as(ann, 'GET', `/patients/${rosa.id}/falls`)).data;
      await as(ann, 'POST', `/falls/${fall.id}/claim`, { etaMinutes: 5 });
      await page.getByText(onTheWay('Ann Lee')).waitFor();
      await review(visit, 'morning', look);
      await as(ann, 'POST', `/falls/${fall.id}/resolve`, { outcome: 'HELPED' });
      await page.getByText(closed('Ann Lee')).waitFor();
      await visit.close();
    });

    it(`a station, ${look.name}`, async () => {
      const name = `North ${look.name}`;
      const edith = await join(look, 'PATIENT', 'Edith', 'Brandt');
      const ann = await join(look, 'CAREGIVER', 'Ann', 'Lee');
      const ward = (await as(admin, 'POST', '/wards', { name })).data;
      await as(admin, 'PUT', `/wards/${ward.id}/caregivers/${ann.id}`, {});
      await as(admin, 'PUT', `/patients/${edith.id}`, { room: '12', wardId: ward.id });
      await as(ann, 'PUT', '/profile/pin', { pin: PIN });
      const { code } = (await as(admin, 'POST', '/stations', { name: 'Office', wardId: ward.id })).data;

      const tablet = await consoles.visit(look.options);
      const { page } = tablet;
      await tablet.open('/station');
      await page.getByLabel(text.station.enrol.code, { exact: true }).fill(code);
      await press(page, text.station.enrol.submit);
      await page.getByRole('heading', { name, exact: true }).waitFor();
      await page.getByText(text.station.noAlerts).waitFor();
      await live(tablet, look);

      await as(edith, 'POST', '/falls', { confidence: 0.95 });
      await page.getByRole('heading', { name: `${text.common.room('12')} Edith Brandt` }).waitFor();
      await tablet.checkAccessibility();
      await press(page, text.board.imGoing);
      const dialog = dialogOf(tablet);
      await press(dialog, 'Ann Lee');
      for (const digit of PIN) await press(dialog, digit);
      await review(tablet, 'station', look);
      await press(dialog, text.station.confirm);
      await page.getByText(text.board.state.isGoing('Ann Lee')).waitFor();
      await tablet.close();
    });
  }
});
