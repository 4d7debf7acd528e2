import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const MINUTE_MS = 60_000;

describe('an unanswered alert', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let admin: Person;
  let fallId: string;
  before(async () => {
    consoles = await openConsoles();
    const { app } = consoles;
    rosa = await signUp(app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    admin = await logInAsAdmin(app);
    await assign(app, ann, rosa);
    await addChannel(app, ann, 'ntfy', 'https://ntfy.example.org');
    await sql(app.databaseUrl, `UPDATE users SET room = '14' WHERE id = $1`, [rosa.id]);
    const { status, body } = await app.call('POST', '/falls', {
      token: rosa.token,
      body: { confidence: 0.95 },
    });
    assert.equal(status, 201);
    fallId = body.data.id;
    await app.pass(7 * MINUTE_MS);
  });
  after(() => consoles.close());

  const cardOf = ({ page }: Visit): Locator => page.locator('.alert-card');
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? Number.NaN;
  /** Of the frame: how thick it is, and how its animation repeats. */
  const frameOf = ({ page }: Visit) =>
    page.evaluate<{ width: number; animationName: string; animationIterationCount: string }>(
      `(({ borderTopWidth, animationName, animationIterationCount }) =>
          ({ width: Number.parseFloat(borderTopWidth), animationName, animationIterationCount }))(
        getComputedStyle(document.querySelector('.alert-card'), '::after'))`,
    );
  async function checkAge(visit: Visit, old: RegExp, next: RegExp): Promise<void> {
    const words = cardOf(visit).getByText(old);
    await words.waitFor();
    const normal = await heightOf(cardOf(visit).locator('.next-call'));
    assert.ok((await heightOf(words)) > 1.3 * normal, `${await heightOf(words)} beside ${normal}`);
    await cardOf(visit).getByText(next).waitFor();
    const filled = (await heightOf(cardOf(visit).locator('.age-edge'))) / (await heightOf(cardOf(visit)));
    assert.ok(filled > 0.6 && filled <= 1, `${filled}`);
    await visit.checkAccessibility();
    await visit.checkWidth();
  }
  const OLD = /^Nobody for \d+ min$/;
  const NEXT = /^Called \d× · (next call at \d+:\d\d.*|calling now)$/;

  it('says for how long nobody has been going, who was called, and when others are, and its frame pulses', async () => {
    const visit = await consoles.visit();
    await visit.logIn(ann);
    await checkAge(visit, OLD, NEXT);
    const still = await frameOf(visit);
    assert.ok(still.width >= 4, `${still.width}`);
    assert.equal(still.animationName, 'none');
    await visit.picture('ageing', { fullPage: false });
    await visit.page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.deepEqual(await frameOf(visit), {
      ...still,
      animationName: 'pulse',
      animationIterationCount: 'infinite',
    });
    await visit.close();
  });

  it('does so in German on a dark phone', async () => {
    const { app } = consoles;
    await app.call('PUT', '/profile/me', { token: ann.token, body: { language: 'de' } });
    const visit = await consoles.visit({ width: 390, height: 844, dark: true, locale: 'de-DE' });
    await visit.logIn(ann);
    await checkAge(visit, /^Seit \d+ min niemand$/, /^\d× gerufen · (nächster Ruf um \d\d:\d\d|Ruf läuft)$/);
    await visit.picture('ageing-phone-de-dark', { fullPage: false });
    await visit.close();
    await app.call('PUT', '/profile/me', { token: ann.token, body: { language: 'en' } });
  });

  it('does so on the wall and at a station', async () => {
    const { app } = consoles;
    const visit = await consoles.visit({ width: 1920, height: 1080 });
    await visit.logInByApi(ann);
    await visit.open('/?display=wall');
    await checkAge(visit, OLD, NEXT);
    await visit.picture('ageing-wall', { fullPage: false });
    const { body } = await app.call('POST', '/stations', { token: admin.token, body: { name: 'Office' } });
    const enrolled = await visit.context.request.post('/api/stations/enrol', {
      data: { code: body.data.code },
    });
    assert.ok(enrolled.ok(), await enrolled.text());
    await visit.open('/station');
    await checkAge(visit, OLD, NEXT);
    await visit.picture('ageing-station', { fullPage: false });
    await visit.close();
  });

  it('counts from when its claim ended, also on a page that opens later', async () => {
    const { app } = consoles;
    const act = (what: string) =>
      app.call('POST', `/falls/${fallId}/${what}`, { token: ann.token, body: {} });
    assert.equal((await act('claim')).status, 200);
    await app.pass(3 * MINUTE_MS);
    assert.equal((await act('release')).status, 200);
    await app.pass(2 * MINUTE_MS);
    const visit = await consoles.visit();
    await visit.logIn(ann);
    await cardOf(visit)
      .getByText(/^Nobody for [23] min$/)
      .waitFor();
    const edge = (await heightOf(cardOf(visit).locator('.age-edge'))) / (await heightOf(cardOf(visit)));
    assert.ok(edge > 0.15 && edge < 0.4, `${edge}`);
    await visit.close();
  });

  it('has its own age in the bar of the other pages as soon as an older one is claimed', async () => {
    const { app } = consoles;
    const omar = await signUp(app, 'PATIENT', { firstName: 'Omar', lastName: 'Haddad' });
    await assign(app, ann, omar);
    await app.call('POST', '/falls', { token: omar.token, body: { confidence: 0.95 } });
    const visit = await consoles.visit();
    const { page } = visit;
    await page.clock.install();
    await visit.logIn(ann, '/settings');
    const bar = page.locator('.alert-bar');
    await bar.filter({ hasText: '2 alerts' }).getByText('min ago').waitFor();
    // From here on, no tick of the clock brings the words up to date.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000);
    await app.call('POST', `/falls/${fallId}/claim`, { token: ann.token, body: {} });
    await bar.filter({ hasText: 'Omar Haddad' }).waitFor();
    assert.doesNotMatch(await bar.innerText(), /min ago/);
    await visit.close();
  });
});
