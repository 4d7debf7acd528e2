import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN } from '../helpers/app.ts';
import { logInAsAdmin, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { makeKey, register, signatureOf, someImage } from '../updates/firmware.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the page of firmware updates', () => {
  const { key, setting } = makeKey();
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles({ FIRMWARE_PUBLIC_KEY: setting });
  });
  after(() => consoles.close());

  it('uploads an image, rolls it out, shows how far wearables are and why one failed', async () => {
    const { app } = consoles;
    const admin = await logInAsAdmin(app);
    const wearer = await signUp(app, 'PATIENT', { firstName: 'Wera', lastName: 'Garden' });
    const wearables = [await register(app, admin, wearer), await register(app, admin, wearer)];
    await sql(app.databaseUrl, "UPDATE devices SET firmware_version = '1.4.2'");
    const visit = await consoles.visit();
    const { page } = visit;
    await visit.logIn(ADMIN, '/admin/firmware');
    const card = (name: string) => page.getByRole('region', { name });
    await card('Versions in use').getByText('1.4.2').waitFor();
    await page.getByText('No images yet.').waitFor();

    const image = someImage(100_000);
    await page.getByLabel('File').setInputFiles({ name: 'firmware.bin', mimeType: '', buffer: image });
    await page.getByRole('textbox', { name: 'Version' }).fill('1.5.0');
    const signature = page.getByLabel('Signature');
    await signature.fill(signatureOf(key, '1.5.1', image));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('The signature does not fit this file and version').waitFor();
    await signature.fill(signatureOf(key, '1.5.0', image));
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Version 1.5.0 is uploaded.').waitFor();

    const version = page.getByRole('region', { name: '1.5.0', exact: true });
    await version.getByText('Not offered yet.').waitFor();
    await version.getByText('For wearables that report no model').waitFor();
    await version.getByRole('button', { name: 'Roll out' }).click();
    await page.getByLabel('Share in %').fill('100');
    await page.getByRole('dialog').getByRole('button', { name: 'Roll out' }).click();
    await version.getByText('Offered to: 100 %, all wearables').waitFor();
    await version.getByText('0 of 2 wearables installed').waitFor();
    await card('Versions in use').getByText('update available').waitFor();

    const [first, second] = wearables;
    const report = (wearable: typeof first, body: object) =>
      app.call('POST', `/device/${wearable?.id}/updates/state`, { token: wearable?.token, body });
    await report(first, { version: '1.5.0', state: 'installed' });
    await report(second, { version: '1.5.0', state: 'failed', error: 'flash write failed' });
    await visit.open('/admin/firmware');
    await version.getByText('1 of 2 wearables installed').waitFor();
    assert.equal(await version.getByRole('progressbar').getAttribute('value'), '1');
    await visit.picture('firmware');
    await visit.checkAccessibility();
    await visit.checkWidth();
    await version.getByRole('button', { name: 'Show failures' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('flash write failed').waitFor();
    await dialog.getByText('Wera Garden').waitFor();
    await visit.picture('firmware-failures');
    await visit.checkAccessibility();
    await page.keyboard.press('Escape');
    await version.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete version' }).click();
    await page.getByText('No images yet.').waitFor();
    await visit.close();

    const phone = await consoles.visit({ dark: true, width: 390, height: 844 });
    await phone.logIn(ADMIN, '/admin/firmware');
    await phone.page.getByText('No images yet.').waitFor();
    await phone.checkWidth();
    await phone.checkAccessibility();
    await phone.picture('phone-firmware');
    await phone.close();
  });
});
