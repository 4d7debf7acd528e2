import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('messages with CAREGIVERS_SEE=team', () => {
  let consoles: Consoles;
  let visit: Visit;
  let ann: Person;
  let rosa: Person;
  let ida: Person;
  before(async () => {
    consoles = await openConsoles({ CAREGIVERS_SEE: 'team' });
    const { app } = consoles;
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ida = await signUp(app, 'PATIENT', { firstName: 'Ida', lastName: 'North' });
    for (const patient of [rosa, ida]) {
      await assign(app, ann, patient);
      const body = { recipientId: ann.id, content: 'Good morning!' };
      assert.equal((await app.call('POST', '/messages', { token: patient.token, body })).status, 201);
    }
    const admin = await logInAsAdmin(app);
    const ended = await app.call('DELETE', `/caregivers/${ann.id}/patients/${rosa.id}`, admin);
    assert.equal(ended.status, 200);
    visit = await consoles.visit();
  });
  after(() => consoles.close());

  it('offer only recipients within the care team', async () => {
    await visit.logIn(ann, '/messages');
    await visit.page.getByRole('link', { name: /Rosa Marsh/ }).waitFor();
    const options = await visit.page.getByLabel('To').locator('option').allTextContents();
    assert.deepEqual(options, ['Ida North']);
  });

  it('show a conversation with a former resident without a reply field', async () => {
    await visit.page.getByRole('link', { name: /Rosa Marsh/ }).click();
    await visit.page.getByRole('log').getByText('Good morning!').waitFor();
    await visit.page.getByText('you and Rosa Marsh are not in the same care team').waitFor();
    assert.equal(await visit.page.getByRole('button', { name: 'Send' }).count(), 0);
    await visit.picture('messages-former-patient');
    await visit.page.getByRole('link', { name: /Ida North/ }).click();
    await visit.page.getByRole('button', { name: 'Send' }).waitFor();
  });
});
