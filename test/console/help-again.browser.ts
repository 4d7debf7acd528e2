import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';

/** An init script: counts the tones that only the sound of an emergency has. */
const COUNT_EMERGENCY_NOTES = `
  globalThis.notes = 0;
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    if (Math.round(this.frequency.value) === 1047) globalThis.notes += 1;
    return start.apply(this, when);
  };
`;

describe('a resident who presses for help again, while a caregiver is on the way', () => {
  let consoles: Consoles;
  let rosa: Person;
  let omar: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    omar = await signUp(app, 'PATIENT', { firstName: 'Omar', lastName: 'Haddad' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    for (const patient of [rosa, omar]) await assign(app, ann, patient);
    await sql(app.databaseUrl, `UPDATE users SET room = '14' WHERE id = $1`, [rosa.id]);
  });
  after(() => consoles.close());

  it('sounds at a station where a lesser alert rings, and is on the page where the caregiver is', async () => {
    const { app } = consoles;
    const help = async () => (await app.call('POST', '/help', { token: rosa.token })).body.data;
    const { id } = await help();
    const claimed = await app.call('POST', `/falls/${id}/claim`, { token: ann.token, body: {} });
    assert.equal(claimed.status, 200);
    await app.call('POST', '/falls', { token: omar.token, body: { confidence: 0.7 } });
    const { token } = await logInAsAdmin(app);
    const { body } = await app.call('POST', '/stations', { token, body: { name: 'Office' } });
    const station = await consoles.visit();
    const enrolled = await station.context.request.post('/api/stations/enrol', {
      data: { code: body.data.code },
    });
    assert.ok(enrolled.ok(), await enrolled.text());
    await station.page.addInitScript(COUNT_EMERGENCY_NOTES);
    await station.open('/station');
    await station.page.getByText('Ann Lee is going').waitFor();
    await station.page.getByText('Live').waitFor();
    await station.page.getByRole('button', { name: 'Turn sound on' }).click();
    await station.page.getByText('Sound is on').waitFor();
    const phone = await consoles.visit({ width: 390, height: 844 });
    await phone.logIn(ann, '/settings');
    const strip = phone.page.getByRole('region', { name: 'On your way' });
    await strip.getByRole('link', { name: 'You → Room 14' }).waitFor();

    await help();
    await station.page.getByText(/Ann Lee is going · .* · pressed help again \(2×\)/).waitFor();
    await eventually('the emergency sounds', () => station.page.evaluate<boolean>('globalThis.notes >= 3'));
    await strip.getByText(/pressed help again \(2×\)/).waitFor();
    for (const [name, visit] of [
      ['station', station],
      ['phone', phone],
    ] as const) {
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`help-again-${name}`, { fullPage: false });
      await visit.close();
    }
  });
});
