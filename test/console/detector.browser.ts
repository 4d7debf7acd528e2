import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { blowOf, randomMac, resting, stream } from '../helpers/readings.ts';
import { fallBetween, fieldsOf } from '../helpers/soft-fall.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

describe('what the detector has seen and learned', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ OK_WINDOW_SECONDS: '0', STREAM_INTERVAL_MS: '0' });
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(app, ann, rosa);
  });
  after(() => consoles.close());

  async function as(person: Person, method: string, path: string, body?: object) {
    const answer = await consoles.app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.data;
  }
  const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });
  const newestFall = async (): Promise<string> => (await as(rosa, 'GET', '/falls'))[0].id;
  async function blow(): Promise<string> {
    consoles.app.clock.advance(1_000);
    await stream(consoles.app, rosa, blowOf.POTENTIAL(randomMac()));
    return newestFall();
  }
  async function fallOf(motions: ReturnType<typeof fallBetween>): Promise<string> {
    const mac = randomMac();
    for (const motion of motions) {
      consoles.app.clock.advance(1_000);
      await stream(consoles.app, rosa, resting(mac, fieldsOf(motion)));
    }
    return newestFall();
  }

  it('appears on the card, the fall and its timeline', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann);
    const id = await fallOf(fallBetween(0.75, 0.85));
    const [{ assessment }] = (await as(ann, 'GET', '/board')).falls;
    await visit.page.getByText(assessment.seen.for.slice(0, 3).join(' · ')).waitFor();
    await visit.picture('detector-board');
    await visit.open(`/falls/${id}`);
    for (const phrase of [...assessment.seen.for, ...assessment.seen.against])
      await card(visit, 'Why this was flagged').getByText(phrase, { exact: true }).waitFor();
    await visit.page.getByRole('button', { name: "I'm going" }).click();
    await visit.page.getByRole('main').getByRole('button', { name: 'Resolve' }).click();
    await visit.page.getByRole('dialog').getByLabel('False alarm').check();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click();
    await card(visit, 'Timeline')
      .getByText('The detector is now less sensitive for this resident, after 1 false alarm')
      .waitFor();
    await visit.close();
  });

  it('lowers the confidence of the next falls, and says from what', async () => {
    for (let i = 0; i < 2; i++)
      await as(ann, 'POST', `/falls/${await blow()}/resolve`, { outcome: 'FALSE_ALARM' });
    consoles.app.clock.advance(600_000);
    const id = await fallOf(fallBetween(0.75, 0.85));
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark });
      await visit.logIn(ann, `/falls/${id}`);
      await card(visit, 'Why this was flagged')
        .getByText(/%, lowered from \d+.% after 3 false alarms/)
        .waitFor();
      await visit.checkAccessibility();
      await visit.picture(`detector-fall-${dark ? 'dark' : 'light'}`);
      await visit.close();
    }
    await as(ann, 'POST', `/falls/${id}/resolve`, { outcome: 'HELPED' });
    const visit = await consoles.visit();
    await visit.logIn(ann, `/falls/${id}`);
    await card(visit, 'Timeline')
      .getByText('The detector is now more sensitive again for this resident')
      .waitFor();
    await visit.picture('detector-timeline');
    await visit.close();
  });

  it("is on the resident's page, where a caregiver resets it", async () => {
    for (const dark of [true, false]) {
      const visit = await consoles.visit({ dark });
      await visit.logIn(ann);
      visit.apiRequests();
      await visit.open(`/patients/${rosa.id}`);
      await card(visit, 'Falls').getByText('Less sensitive after 3 false alarms').waitFor();
      const asked = visit.ownRequests();
      assert.ok(asked.length <= 6, asked.join(', '));
      await visit.checkAccessibility();
      await visit.picture(`detector-patient-${dark ? 'dark' : 'light'}`);
      if (!dark) {
        await card(visit, 'Falls').getByRole('button', { name: 'Reset' }).click();
        await visit.picture('detector-reset');
        await visit.page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
        await card(visit, 'Falls')
          .getByText(/Standard sensitivity/)
          .waitFor();
        assert.equal(await card(visit, 'Falls').getByRole('button', { name: 'Reset' }).count(), 0);
        // A false alarm that another caregiver reports appears without a reload.
        await as(ann, 'POST', `/falls/${await blow()}/resolve`, { outcome: 'FALSE_ALARM' });
        await card(visit, 'Falls').getByText('Less sensitive after 1 false alarm').waitFor();
      }
      await visit.close();
    }
  });
});
