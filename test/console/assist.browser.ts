import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the link of an alert of another ward', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ CAREGIVERS_SEE: 'team' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(app, ann, rosa);
  });
  after(() => consoles.close());

  const fall = async (): Promise<string> =>
    (await consoles.app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } })).body.data
      .id;

  it('names nobody, and shows the alert to a caregiver who helps', async () => {
    const bob = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Bob', lastName: 'Ray' });
    const id = await fall();
    const visit = await consoles.visit();
    await visit.logIn(bob, `/falls/${id}`);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Not your ward. Can you help?' }).waitFor();
    assert.doesNotMatch((await page.textContent('body')) ?? '', /Rosa|Marsh/);
    await visit.checkAccessibility();
    await visit.picture('assist');
    await page.getByLabel('Reason').fill('Heard the alarm next door');
    await page.getByRole('button', { name: 'Help with this alert' }).click();
    await page
      .getByRole('heading', { name: /Rosa Marsh/ })
      .first()
      .waitFor();
    await page.getByText('Bob Ray helps from another ward: Heard the alarm next door').waitFor();
    await visit.picture('assist-joined');
    await page.getByRole('button', { name: "I'm going" }).click();
    await page.getByText("You're on your way").first().waitFor();
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    await visit.close();
  });

  it('says in German, on a phone, that the alert is resolved meanwhile', async () => {
    const eva = await signUp(consoles.app, 'CAREGIVER', {
      firstName: 'Eva',
      lastName: 'Roth',
      language: 'de',
    });
    await consoles.app.call('PUT', '/profile/me', { token: eva.token, body: { language: 'de' } });
    const id = await fall();
    const visit = await consoles.visit({ width: 390, height: 844 });
    await visit.logIn(eva, `/falls/${id}`);
    const { page } = visit;
    const help = page.getByRole('button', { name: 'Bei diesem Alarm helfen' });
    await help.waitFor();
    await visit.checkWidth();
    await visit.picture('assist-german-phone');
    await consoles.app.call('POST', `/falls/${id}/resolve`, {
      token: ann.token,
      body: { outcome: 'HELPED' },
    });
    await help.click();
    await page.getByRole('alert').waitFor();
    assert.doesNotMatch((await page.textContent('body')) ?? '', /Rosa|Marsh/);
    await visit.close();
  });
});
