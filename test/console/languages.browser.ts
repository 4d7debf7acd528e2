import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { ADMIN } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { PASSWORD, type Person, signUp } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the console in German', () => {
  let consoles: Consoles;
  let nurse: Person;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Anna', lastName: 'Lang' });
    const patient = await signUp(app, 'PATIENT', { firstName: 'Edith', lastName: 'Brandt' });
    await assign(app, nurse, patient);
    await app.call('POST', '/falls', { token: patient.token, body: { confidence: 0.95 } });
    visit = await consoles.visit({ locale: 'de-DE' });
  });
  after(() => consoles.close());

  it('is offered to a browser that prefers it, and stays', async () => {
    const { page } = visit;
    await visit.open('/');
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await page.getByLabel('E-Mail').fill(nurse.email);
    await page.getByLabel('Passwort').fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    // The account has no language, and the home's is English.
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await page.getByText('Vigil auf Deutsch anzeigen?').waitFor();
    await visit.checkAccessibility();
    await visit.picture('language-offer');
    await page.getByRole('button', { name: 'Auf Deutsch anzeigen' }).click();
    await page.getByRole('heading', { name: 'Alarme' }).waitFor();
    assert.equal(await page.getByText('Vigil auf Deutsch anzeigen?').count(), 0);
    const { body } = await consoles.app.call('GET', '/profile/me', { token: nurse.token });
    assert.equal(body.data.language, 'de');
    await page.reload();
    await page.getByRole('heading', { name: 'Alarme' }).waitFor();
  });

  it('shows a fall, which a caregiver claims and closes', async () => {
    const { page } = visit;
    await page.getByText('1 Alarm unbeantwortet').first().waitFor();
    await page.getByRole('button', { name: 'Ich gehe hin' }).click();
    await page.getByText('Sie sind unterwegs').first().waitFor();
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.picture('german-board');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await visit.checkWidth();
      const parts = [
        page.getByLabel('Bis', { exact: true }),
        page.getByRole('button', { name: 'Dienst beginnen' }),
        page.locator('.sound'),
        page.getByRole('status').filter({ hasText: 'Live' }),
      ];
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      for (const [index, box] of boxes.slice(1).entries()) {
        const before = boxes[index];
        assert.ok(
          box && before && before.x + before.width <= box.x,
          `part ${index + 1} at ${width} px overlaps`,
        );
      }
      for (const label of await page.locator('#pages :is(a, .menu button):visible').all()) {
        const { scrollWidth, clientWidth } = await label.evaluate(({ scrollWidth, clientWidth }) => ({
          scrollWidth,
          clientWidth,
        }));
        assert.ok(scrollWidth <= clientWidth, `${await label.innerText()} at ${width} px`);
      }
      await visit.picture(`german-board-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Abschließen' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Sturz von Edith Brandt abschließen' });
    await dialog.getByLabel('Fehlalarm').check();
    await dialog.getByRole('button', { name: 'Abschließen' }).click();
    await page.getByText('Keine offenen Alarme.').waitFor();
  });

  it('says in German what the service refuses', async () => {
    const { page } = visit;
    await visit.open('/settings/security');
    const card = page.getByRole('region', { name: 'Passwort', exact: true });
    await card.getByLabel('Aktuelles Passwort').fill('wrong');
    await card.getByLabel('Neues Passwort', { exact: true }).fill('abcdefgh');
    await card.getByLabel('Neues Passwort wiederholen').fill('abcdefgh');
    await card.getByRole('button', { name: 'Passwort ändern' }).click();
    await card.getByText('Bitte prüfen Sie die markierten Felder.').waitFor();
    await card.getByText('Ein Großbuchstabe (A–Z) fehlt.').waitFor();
    await visit.checkAccessibility();
    await visit.picture('german-settings');
    await visit.close();
  });

  it("has the admin's pages in one line of the header", async () => {
    const { app } = consoles;
    const { body } = await app.call('POST', '/auth/login', { body: ADMIN });
    await app.call('PUT', '/profile/me', { token: body.token, body: { language: 'de' } });
    const admin = await consoles.visit({ locale: 'de-DE' });
    await admin.logInByApi(ADMIN);
    await admin.open('/');
    await admin.page.getByRole('button', { name: 'Einrichtung' }).click();
    await admin.page.getByRole('link', { name: 'Erste Schritte' }).waitFor();
    const { height } = (await admin.page.locator('header.top').boundingBox()) ?? { height: Number.NaN };
    assert.ok(height < 80, `${height} px`);
    await admin.picture('german-menu');
    await admin.page.setViewportSize({ width: 320, height: 700 });
    await admin.page.getByRole('button', { name: 'Mehr', exact: true }).click();
    await admin.page.getByText('Auswertung').last().waitFor();
    await admin.checkWidth();
    await admin.checkAccessibility();
    await admin.picture('german-menu-320', { fullPage: false });
    await app.call('PUT', '/profile/me', { token: body.token, body: { language: null } });
    await admin.close();
  });

  it("has a ward lead's pages and the shift in one line of the header", async () => {
    const { app } = consoles;
    const lead = await signUp(app, 'CAREGIVER', { firstName: 'Lea', lastName: 'Bell' });
    await app.call('PUT', '/profile/me', { token: lead.token, body: { language: 'de' } });
    await sql(
      app.databaseUrl,
      `WITH ward AS (INSERT INTO wards (name, created_at) VALUES ('Garten', now()) RETURNING id)
       INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) SELECT id, $1, true, now() FROM ward`,
      [lead.id],
    );
    const hers = await consoles.visit({ locale: 'de-DE' });
    await hers.logIn(lead);
    await hers.page.getByRole('button', { name: 'Dienst beginnen' }).waitFor();
    await hers.page.getByRole('button', { name: 'Wohnbereich' }).click();
    await hers.page.getByRole('link', { name: 'Stationstablets' }).waitFor();
    const isOneLine = async () => {
      const { height } = (await hers.page.locator('header.top').boundingBox()) ?? { height: Number.NaN };
      assert.ok(height < 80, `${height} px`);
    };
    await isOneLine();
    await hers.picture('german-menu-lead');
    await hers.page.getByRole('button', { name: 'Dienst beginnen' }).click();
    await hers.page.getByRole('button', { name: 'Dienst beenden' }).waitFor();
    await isOneLine();
    await hers.picture('german-lead-on-duty');
    await hers.close();
  });

  it('is not offered again to a user who declined', async () => {
    const other = await signUp(consoles.app, 'CAREGIVER');
    const again = await consoles.visit({ locale: 'de-DE' });
    await again.logInByApi(other);
    await again.open('/');
    await again.page.getByRole('button', { name: 'Nein, danke' }).click();
    await again.page.getByText('Vigil auf Deutsch anzeigen?').waitFor({ state: 'detached' });
    await again.page.reload();
    await again.page.getByRole('button', { name: 'Start shift' }).waitFor();
    assert.equal(await again.page.getByText('Vigil auf Deutsch anzeigen?').count(), 0);
    await again.close();
  });
});

/** What a page may show in plain letters: names of products, units, zones, addresses and months in times of the service. */
const ALLOWED =
  /\S+@\S+|https?:\S+|\/api\S*|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|UTC|GMT|CSV|IP|MB|min|ms|Chrome|Chromium|HeadlessChrome|Linux|Mozilla|dBm|bpm|[0-9A-F]{2}(?::[0-9A-F]{2}){5})\b/g;

/** The texts of the page that have no accents: text that is not in web/text/. */
const FIND_PLAIN = `(() => {
  const found = new Set();
  const plain = (text) => {
    const left = text.replaceAll(${ALLOWED}, '');
    if (/[A-Za-z]{2,}/.test(left)) found.add(text.trim());
  };
  const seen = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = seen.currentNode; node !== null; node = seen.nextNode()) {
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        if (node.hasAttribute(name)) plain(node.getAttribute(name));
      continue;
    }
    if (node.parentElement.closest('script, style, noscript, body [lang], select[name="timeZone"]') === null) plain(node.data);
  }
  plain(document.title);
  return [...found];
})()`;

describe('the console in a pseudo-language', () => {
  let consoles: Consoles;
  let folder: string;
  let nurse: Person;
  let patient: Person;
  let fallId: string;
  let ward: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-pseudo-'));
    const program = ['--import', 'tsx', inProject('web', 'build.ts'), '--pseudo', join(folder, 'web')];
    await promisify(execFile)(process.execPath, program, { cwd: inProject() });
    consoles = await openConsoles({ ORGANISATION_NAME: 'Дом' }, join(folder, 'web'));
    const { app } = consoles;
    // Names in other letters, so that all Latin ones are texts of the console.
    nurse = await signUp(app, 'CAREGIVER', { firstName: 'Анна', lastName: 'Ли' });
    patient = await signUp(app, 'PATIENT', { firstName: 'Эдит', lastName: 'Брандт' });
    await assign(app, nurse, patient);
    const [made] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Этаж 2', now()) RETURNING id`,
    );
    ward = String(made?.id);
    await sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, true, now())',
      [ward, nurse.id],
    );
    await sql(app.databaseUrl, `UPDATE users SET ward_id = $1, room = '12' WHERE id = $2`, [
      ward,
      patient.id,
    ]);
    await sql(app.databaseUrl, `UPDATE users SET first_name = 'Ада', last_name = 'Мин' WHERE role = 'ADMIN'`);
    await stream(app, patient, resting(randomMac(), { battery_level: 15, heart_rate: 71 }));
    await sql(app.databaseUrl, `UPDATE devices SET name = '1'`);
    const { body } = await app.call('POST', '/falls', {
      token: patient.token,
      body: { confidence: 0.95, location: 'Кухня' },
    });
    fallId = body.data.id;
    await app.call('POST', `/falls/${fallId}/claim`, { token: nurse.token, body: { etaMinutes: 3 } });
    await app.call('POST', '/messages', {
      token: patient.token,
      body: { recipientId: nurse.id, content: 'Привет' },
    });
  });
  after(async () => {
    await consoles.close();
    await rm(folder, { recursive: true });
  });

  /** Waits until the page has loaded, and looks at it on a desktop and on a phone. */
  async function look({ page, checkWidth }: Visit, path: string): Promise<readonly string[]> {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.locator('h1').first().waitFor();
    assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
    const plain = (await page.evaluate(FIND_PLAIN)) as readonly string[];
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await checkWidth().catch((error: unknown) => {
        throw new Error(`${path} at ${width} px: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    return plain.map((text) => `${path}: ${text}`);
  }

  async function lookAtAll(visit: Visit, paths: readonly string[]): Promise<void> {
    const plain: string[] = [];
    for (const path of paths) plain.push(...(await look(visit, path)));
    assert.deepEqual(plain, []);
  }

  it('has no English text and no broken layout for a caregiver', async () => {
    const visit = await consoles.visit();
    await lookAtAll(visit, ['/login']);
    await visit.logInByApi(nurse);
    await lookAtAll(visit, [
      '/',
      `/patients/${patient.id}`,
      `/falls/${fallId}`,
      `/falls/${fallId}/report`,
      '/wards',
      `/wards/${ward}/escalation`,
      '/roster',
      '/reports',
      '/reports/coverage',
      '/messages',
      '/settings',
      '/settings/me',
      '/settings/security',
      '/nowhere',
    ]);
    await visit.open('/');
    await visit.picture('pseudo-board');
    await visit.checkAccessibility();
    await visit.close();
  });

  it('nor for an admin', async () => {
    const visit = await consoles.visit();
    await visit.logInByApi(ADMIN);
    await lookAtAll(visit, [
      '/',
      '/admin/users',
      `/admin/users?user=${patient.id}`,
      '/admin/escalation',
      '/admin/stations',
      '/admin/home',
      '/admin/service-accounts',
      '/admin/logs',
      '/reports',
      '/reports/coverage',
      '/settings',
    ]);
    await visit.close();
  });

  it('nor for a resident', async () => {
    const visit = await consoles.visit();
    await visit.logInByApi(patient);
    await lookAtAll(visit, ['/', '/messages', '/settings']);
    await visit.close();
  });

  it('nor at a station', async () => {
    const { app } = consoles;
    const { body: admin } = await app.call('POST', '/auth/login', { body: ADMIN });
    const { body } = await app.call('POST', '/stations', {
      token: admin.token,
      body: { name: '1', wardId: ward },
    });
    const visit = await consoles.visit();
    await lookAtAll(visit, ['/station']);
    const answer = await visit.context.request.post('/api/stations/enrol', {
      data: { code: body.data.code },
    });
    assert.equal(answer.status(), 200);
    await lookAtAll(visit, ['/station']);
    await visit.picture('pseudo-station');
    await visit.close();
  });
});
