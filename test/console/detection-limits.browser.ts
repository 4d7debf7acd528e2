import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { EVALUATION } from '../../src/falls/reports/evaluation.ts';
import { ADMIN, type Json } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('the choice when phones ring', () => {
  const ONLY = 'Phones ring only if the resident stays down';
  const EVERY = 'Phones ring for every detected fall';
  let consoles: Consoles;
  let rosa: Person;
  let eva: Person;
  let wardId: string;
  let visit: Visit;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    eva = await signUp(app, 'CAREGIVER', { firstName: 'Eva', lastName: 'Lind' });
    await app.call('PUT', '/profile/me', { token: eva.token, body: { language: 'de' } });
    const [ward] = await sql(
      app.databaseUrl,
      `INSERT INTO wards (name, created_at) VALUES ('Ward 2', now()) RETURNING id`,
    );
    wardId = ward?.id;
    await sql(
      app.databaseUrl,
      'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, true, now())',
      [wardId, eva.id],
    );
    await sql(app.databaseUrl, 'UPDATE users SET ward_id = $1 WHERE id = $2', [wardId, rosa.id]);
    await sql(
      app.databaseUrl,
      `INSERT INTO fall_events (user_id, confidence, status, source, outcome, created_at)
       VALUES ($1, 0.45, 'SUSPICIOUS', 'STREAM', 'FALSE_ALARM', now())`,
      [rosa.id],
    );
    visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/escalation');
  });
  after(() => consoles.close());

  const limits = async (path: string): Promise<Json> => {
    const { body } = await consoles.app.call('POST', '/auth/login', { body: ADMIN });
    const reply = await consoles.app.call('GET', path, { token: body.token });
    return reply.body.data;
  };
  const fallsThatRing = (sensitivity: keyof typeof EVALUATION.choices): number => {
    const { reading, parts } = EVALUATION.choices[sensitivity];
    return Math.round(Math.max(reading.fallsPercent, parts.fallsPercent));
  };
  const openDialog = async ({ page }: Visit, button: string): Promise<Locator> => {
    await page.getByRole('button', { name: button }).click();
    return page.getByRole('dialog');
  };

  it('is made for the organisation by an admin', async () => {
    const change = () => openDialog(visit, 'Change when phones ring');
    const dialog = await change();
    assert.ok(await dialog.getByLabel(ONLY).isChecked());
    await dialog.getByLabel(EVERY).check();
    await dialog.getByText('Here, last 30 days: 1 alert would have rung (1 of 1 false alarms).').waitFor();
    for (const [label, sensitivity] of [
      ['Fewer alerts', 'fewer'],
      ['Standard', 'standard'],
      ['More alerts', 'more'],
    ] as const)
      assert.match(
        await dialog.locator('label', { hasText: label }).innerText(),
        new RegExp(
          `In recordings: .*${fallsThatRing(sensitivity)} of 100 falls ring, with about .* per shift`,
        ),
      );
    await dialog.getByText('volunteers who acted falls').waitFor();
    await dialog.getByLabel('More alerts').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { verify, sensitivity } = await limits('/admin/limits');
    assert.deepEqual([verify, sensitivity], [false, 'more']);
    const again = await change();
    assert.ok(await again.getByLabel('More alerts').isChecked());
    await visit.checkAccessibility();
    await visit.picture('verify-organisation', { fullPage: false });
  });

  it('is made for a ward by its lead, who sees what the organisation has chosen', async () => {
    const hers = await consoles.visit({ width: 390, height: 844 });
    await hers.logIn(eva, `/wards?ward=${wardId}`);
    const card = await openDialog(hers, 'Ändern, wann Telefone klingeln');
    assert.ok(await card.getByLabel('Wie im Haus: bei jedem erkannten Sturz').isChecked());
    await card.getByText(`${fallsThatRing('more')} von 100 Stürzen klingelt es`).waitFor();
    await hers.checkAccessibility();
    await hers.picture('verify-ward-phone', { fullPage: false });
    await card.getByLabel('Telefone klingeln nur, wenn der Bewohner liegen bleibt').check();
    await card.getByRole('button', { name: 'Speichern' }).click();
    await card.waitFor({ state: 'detached' });
    assert.deepEqual((await limits(`/wards/${wardId}/limits`)).own, {
      verify: true,
      sensitivity: null,
      deviceSilentMinutes: null,
    });
    const silence = await openDialog(hers, 'Grenze ändern');
    await silence.getByLabel('Alarm nach so vielen Minuten ohne Messwert').fill('20');
    await hers.checkAccessibility();
    await silence.getByRole('button', { name: 'Speichern' }).click();
    await silence.waitFor({ state: 'detached' });
    assert.equal((await limits(`/wards/${wardId}/limits`)).deviceSilentMinutes, 20);
    await hers.open(`/patients/${rosa.id}`);
    const dialog = await openDialog(hers, 'Alarmgrenzen');
    await dialog.getByLabel('Wie im Wohnbereich: nur, wenn der Bewohner liegen bleibt').waitFor();
    await hers.checkAccessibility();
    await hers.picture('verify-resident-phone', { fullPage: false });
    await hers.close();
  });

  it('is made for a resident beside the other thresholds, and inherited from the ward otherwise', async () => {
    await visit.open(`/patients/${rosa.id}`);
    const dialog = await openDialog(visit, 'Alert thresholds');
    assert.ok(await dialog.getByLabel('As for the ward: only if the resident stays down').isChecked());
    await dialog.getByLabel(EVERY).check();
    await visit.checkAccessibility();
    await visit.picture('verify-resident', { fullPage: false });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await limits(`/patients/${rosa.id}/limits`)).verify, false);

    const again = await openDialog(visit, 'Alert thresholds');
    assert.ok(await again.getByLabel(EVERY).isChecked());
    await again.getByLabel('As for the ward: only').check();
    await again.getByRole('button', { name: 'Save' }).click();
    await again.waitFor({ state: 'detached' });
    assert.equal((await limits(`/patients/${rosa.id}/limits`)).verify, true);
  });

  it('is that of the organisation for a resident without a ward', async () => {
    await sql(consoles.app.databaseUrl, 'UPDATE users SET ward_id = NULL WHERE id = $1', [rosa.id]);
    await visit.open(`/patients/${rosa.id}`);
    const dialog = await openDialog(visit, 'Alert thresholds');
    assert.ok(await dialog.getByLabel('As for the home: for every detected fall').isChecked());
  });
});
