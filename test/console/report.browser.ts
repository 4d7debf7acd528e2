import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream, violent } from '../helpers/readings.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the incident report', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let bob: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '0' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    bob = await signUp(app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    await assign(app, ann, rosa);
    await assign(app, bob, rosa);
    await as(ann, 'PUT', `/patients/${rosa.id}`, { room: '12' });
  });
  after(() => consoles.close());

  async function as(person: Person, method: string, path: string, body?: object) {
    const answer = await consoles.app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  }

  async function detected(): Promise<string> {
    const { app } = consoles;
    const mac = randomMac();
    for (let second = 0; second < 40; second++) {
      app.clock.advance(1_000);
      const vitals = { uptime_ms: 3_600_000 + second * 1_000 };
      await stream(app, rosa, second === 25 ? violent(mac, vitals) : resting(mac, vitals));
    }
    const [{ id }] = await as(rosa, 'GET', '/falls');
    await as(bob, 'POST', `/falls/${id}/claim`, { etaMinutes: 2 });
    await as(bob, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED', note: 'Back in bed' });
    return id;
  }

  /** The number of A4 pages, as the browser prints them. */
  async function printed({ page }: Visit, name: string): Promise<number> {
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const folder = join(process.cwd(), 'artefacts', 'console');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.pdf`), pdf);
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  }

  it('is filled in, signed, amended and printed on at most two pages', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}`);
    await page.getByRole('link', { name: 'Incident report', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Incident report: Rosa Marsh' }).waitFor();
    await page.getByRole('img', { name: /^Acceleration.*Highest value 8\d/ }).waitFor();
    await page.getByLabel('Location').fill('Bathroom');
    await page.getByLabel('Measures against further falls').fill('Non-slip mat');
    await page.getByLabel('Doctor informed').fill('2026-03-01T09:15');
    await page.getByLabel('Family informed: name').fill('Paul Marsh');
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByText('Enter both the name and the time.').waitFor();
    await page.getByLabel('Family informed: time').fill('2026-03-01T10:00');
    await page.getByRole('button', { name: 'Save report' }).click();
    await page.getByText('Saved.').waitFor();
    const sheet = page.getByRole('article');
    await sheet.getByText('1 Mar 2026, 09:15').waitFor();
    await sheet.getByText('Paul Marsh, 1 Mar 2026, 10:00').waitFor();
    await visit.checkAccessibility();
    await visit.picture('report');

    await page.getByRole('button', { name: 'Sign report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign report' }).click();
    await sheet.getByText(/^Signed by Ann Lee, /).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Sign report' }).count(), 0);
    await page.getByLabel('Injuries').fill('Bruise on the left hip');
    await page.getByRole('button', { name: 'Save amendment' }).click();
    await sheet.getByRole('heading', { name: 'Amendments' }).waitFor();
    await sheet.getByText('Bruise on the left hip').waitFor();
    const report = await as(bob, 'GET', `/falls/${id}/report`);
    assert.deepEqual(Object.keys(report.amendments[0]).sort(), ['at', 'by', 'injuries']);
    assert.equal(report.location, 'Bathroom');

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await visit.picture('report-print');
    assert.equal(await page.getByRole('button', { name: 'Print' }).isVisible(), false);
    assert.ok(await page.getByText('Ward lead: Place, date, signature').isVisible());
    assert.ok((await printed(visit, 'report')) <= 2);
    await visit.close();
  });

  const signing = (page: Page) => page.getByRole('dialog', { name: 'Sign this report?' });
  const sign = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign report' }).click();

  it('signs what was typed without saving it first, as the dialog shows it', async () => {
    const id = await detected();
    await as(bob, 'PUT', `/falls/${id}/report`, { measures: 'Mat' });
    const visit = await consoles.visit({ width: 390, height: 844 });
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}/report`);
    await page.getByLabel('Injuries').fill('Bruise on the left hip');
    await page.getByLabel('Measures against further falls').fill('Non-slip mat');
    await page.getByLabel('Doctor informed').fill('2026-03-01T09:15');
    await page.getByRole('button', { name: 'Sign report' }).click();
    const dialog = signing(page);
    await dialog.getByText('Bruise on the left hip').waitFor();
    await dialog.getByText('1 Mar 2026, 09:15').waitFor();
    await dialog.getByText('Replaces: Mat').waitFor();
    assert.equal(await dialog.getByText('Not filled in').count(), 5);
    await visit.checkAccessibility();
    await visit.picture('report-sign', { fullPage: false });
    await sign(page);
    await page
      .getByRole('article')
      .getByText(/^Signed by Ann Lee, /)
      .waitFor();
    const report = await as(bob, 'GET', `/falls/${id}/report`);
    assert.deepEqual(
      [report.injuries, report.measures, report.doctorInformedAt, report.amendments],
      ['Bruise on the left hip', 'Non-slip mat', '2026-03-01T09:15:00.000Z', []],
    );
    assert.equal(await page.getByLabel('Injuries').inputValue(), 'Bruise on the left hip');
    await visit.close();
  });

  it('shows what a colleague has changed meanwhile before it signs that', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}/report`);
    await page.getByLabel('Injuries').fill('Bruise');
    await page.getByRole('button', { name: 'Sign report' }).click();
    await signing(page).waitFor();
    await as(bob, 'PUT', `/falls/${id}/report`, { injuries: 'None', treatment: 'Cold pack' });
    await sign(page);
    await signing(page).getByText('A colleague has changed the report.').waitFor();
    await signing(page).getByText('Cold pack').waitFor();
    await signing(page).getByText('Replaces: None').waitFor();
    assert.equal((await as(bob, 'GET', `/falls/${id}/report`)).signedBy, null);
    await sign(page);
    await page
      .getByRole('article')
      .getByText(/^Signed by Ann Lee, /)
      .waitFor();
    const report = await as(bob, 'GET', `/falls/${id}/report`);
    assert.deepEqual([report.injuries, report.treatment], ['Bruise', 'Cold pack']);
    await visit.close();
  });

  it('keeps what was typed when a colleague signs first, for an amendment', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}/report`);
    await page.getByLabel('Injuries').fill('Bruise');
    await page.getByRole('button', { name: 'Sign report' }).click();
    await signing(page).waitFor();
    await as(bob, 'POST', `/falls/${id}/report/sign`, { measures: 'Mat' });
    await sign(page);
    const refused = page.getByRole('dialog', { name: 'Report not signed' });
    await refused
      .getByText(/^Bob Ray has signed this report. What you typed is still in the form./)
      .waitFor();
    await visit.picture('report-signed-first', { fullPage: false });
    await refused.getByRole('button', { name: 'Back to the report' }).click();
    assert.equal(await page.getByLabel('Injuries').inputValue(), 'Bruise');
    await page.getByRole('button', { name: 'Save amendment' }).click();
    await page.getByText('Saved.').waitFor();
    const report = await as(bob, 'GET', `/falls/${id}/report`);
    assert.deepEqual([report.signedBy.name, report.injuries, report.measures], ['Bob Ray', null, 'Mat']);
    assert.deepEqual(
      report.amendments.map(({ injuries }: { injuries: string }) => injuries),
      ['Bruise'],
    );
    await visit.close();
  });

  it('keeps what was typed when the service cannot be reached, and can be signed again', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}/report`);
    await page.getByLabel('Injuries').fill('Bruise');
    await page.route('**/report/sign', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: 'Sign report' }).click();
    await sign(page);
    await signing(page).getByRole('alert').waitFor();
    await signing(page).getByText('Bruise').waitFor();
    await signing(page).getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await page.getByLabel('Injuries').inputValue(), 'Bruise');
    await page.unroute('**/report/sign');
    await page.getByRole('button', { name: 'Sign report' }).click();
    await sign(page);
    await page
      .getByRole('article')
      .getByText(/^Signed by Ann Lee, /)
      .waitFor();
    assert.equal((await as(bob, 'GET', `/falls/${id}/report`)).injuries, 'Bruise');
    await visit.close();
  });

  it('is not signed while it is empty, or the family has a name and no time', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}/report`);
    const refused = page.getByRole('dialog', { name: 'Report not signed' });
    await page.getByRole('button', { name: 'Sign report' }).click();
    await refused.getByText('The report is empty.').waitFor();
    await refused.getByRole('button', { name: 'Back to the report' }).click();
    await page.getByLabel('Family informed: name').fill('Paul Marsh');
    await page.getByRole('button', { name: 'Sign report' }).click();
    await refused.getByText('Enter both the name and the time.').waitFor();
    await refused.getByRole('button', { name: 'Back to the report' }).click();
    assert.equal(await page.getByLabel('Family informed: name').inputValue(), 'Paul Marsh');
    assert.equal((await as(bob, 'GET', `/falls/${id}/report`)).signedBy, null);
    await visit.close();
  });

  it('asks before what was typed is lost by a link, the back button or a closed window', async () => {
    const id = await detected();
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ann, `/falls/${id}`);
    await page.getByRole('main').getByRole('link', { name: 'Incident report' }).first().click();
    const injuries = page.getByLabel('Injuries');
    await injuries.fill('Bruise on the left hip');
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
    const stay = asked.getByRole('button', { name: 'Stay on this page' });
    await page.getByRole('link', { name: 'Board' }).first().click();
    await stay.click();
    await page.goBack();
    await stay.click();
    const closing = page.waitForEvent('dialog');
    void page.close({ runBeforeUnload: true });
    const question = await closing;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    assert.equal(await injuries.inputValue(), 'Bruise on the left hip');
    await page.getByRole('button', { name: 'Sign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click();
    await page
      .getByText(/^Signed by/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Board' }).first().click();
    await page.getByRole('heading', { name: 'Alerts' }).waitFor();
    await visit.close();
  });

  it('fits two pages with the longest texts', async () => {
    const id = await detected();
    const long = 'A long sentence about the fall and all that followed. '.repeat(37).slice(0, 2000);
    const fields = ['location', 'injuries', 'treatment', 'witnesses', 'measures'];
    await as(ann, 'PUT', `/falls/${id}/report`, Object.fromEntries(fields.map((field) => [field, long])));
    const visit = await consoles.visit({ width: 320 });
    await visit.logIn(ann, `/falls/${id}/report`);
    await visit.page.getByRole('article').getByText(long.slice(0, 60)).first().waitFor();
    await visit.checkWidth();
    await visit.page.emulateMedia({ media: 'print' });
    assert.ok((await printed(visit, 'report-long')) <= 2);
    await visit.close();
  });

  it('is read-only for the resident', async () => {
    const { id } = await as(rosa, 'POST', '/falls', { confidence: 0.8, location: 'Garden' });
    const visit = await consoles.visit();
    await visit.logIn(rosa, `/falls/${id}/report`);
    await visit.page.getByRole('article').getByText('Garden').waitFor();
    await visit.page.getByText('No movement data.').waitFor();
    assert.equal(await visit.page.getByRole('button', { name: /Save|Sign/ }).count(), 0);
    await visit.close();
  });
});
