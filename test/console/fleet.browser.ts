import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import { openWard } from '../roster/ward.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the page of wearables', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  it('says what to charge tonight, and counts false alarms by wearable and week', async () => {
    const { app } = consoles;
    const ward = await openWard(app, 'Garden');
    const wearer = await signUp(app, 'PATIENT', { firstName: 'Wera', lastName: 'Garden' });
    await ward.ok('PUT', `/patients/${wearer.id}`, ward.admin, { wardId: ward.id, room: '7' });
    const { id: deviceId } = await ward.ok('POST', `/patients/${wearer.id}/devices`, ward.admin, {
      macAddress: randomMac(),
      name: 'Wrist',
    });
    const battery = (level: number) =>
      sql(app.databaseUrl, 'UPDATE devices SET battery_level = $2, last_seen = $3 WHERE id = $1', [
        deviceId,
        level,
        new Date(app.clock.now()),
      ]);
    await battery(97);
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/wearables');
    const { page } = visit;
    const card = (name: string) => page.getByRole('region', { name });
    await card('Charge tonight')
      .getByText(/^Nothing to charge\. 1 known battery lasts until/)
      .waitFor();
    await card('False alarms by wearable and week')
      .getByText('No false alarms in the last 6 weeks.')
      .waitFor();

    await battery(12);
    const { id } = await ward.ok('POST', '/falls', wearer, { confidence: 0.8 });
    await sql(app.databaseUrl, 'UPDATE fall_events SET device_id = $2 WHERE id = $1', [id, deviceId]);
    await ward.ok('POST', `/falls/${id}/claim`, ward.ann, {});
    await ward.ok('POST', `/falls/${id}/resolve`, ward.ann, { outcome: 'FALSE_ALARM' });
    await visit.open('/admin/wearables');
    const row = card('Charge tonight').getByRole('row').filter({ hasText: 'Wrist' });
    await row.getByText('Wera Garden').waitFor();
    await row.getByText('Room 7').waitFor();
    await row.getByText('12 %').waitFor();
    assert.equal(await row.getByRole('meter', { name: 'Battery' }).getAttribute('value'), '12');
    await card('False alarms by wearable and week').getByText('1 of 1').first().waitFor();
    await visit.picture('fleet');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await visit.close();

    const leads = await consoles.visit();
    await leads.logIn(ward.lead, `/wards?ward=${ward.id}`);
    await leads.page.getByRole('link', { name: 'Batteries and false alarms' }).click();
    await leads.page.getByRole('heading', { name: 'Wearables · Garden' }).waitFor();
    for (const [name, words] of [
      ['Charge tonight', '12 %'],
      ['False alarms by wearable and week', '1 of 1'],
    ] as const)
      await leads.page.getByRole('region', { name }).getByText(words).first().waitFor();
    await leads.checkAccessibility();
    await leads.close();

    await ward.ok('PUT', '/profile/me', ward.admin, { language: 'de' });
    const phone = await consoles.visit({ width: 320, height: 700, dark: true });
    await phone.logIn(ADMIN, '/admin/wearables');
    await phone.page.getByRole('region', { name: 'Heute Nacht laden' }).getByText('Wera Garden').waitFor();
    await phone.page.getByText('1 von 1').first().waitFor();
    await phone.checkWidth();
    await phone.picture('fleet-phone');
    await phone.checkAccessibility();
    await phone.close();
  });
});
