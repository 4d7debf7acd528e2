import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { receiptHash, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { ADMIN, type Json } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

/** An init script: the page is visible or hidden as the test says. */
const VISIBILITY = `
  globalThis.visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { get: () => globalThis.visibility });
  globalThis.become = (state) => {
    globalThis.visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
`;

describe('receipts on the console', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  before(async () => {
    consoles = await openConsoles({ ALLOW_PRIVATE_TARGETS: 'true' });
    rosa = await signUp(consoles.app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh', room: '12' });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(consoles.app, ann, rosa);
  });
  after(() => consoles.close());

  async function fall(): Promise<string> {
    const { body } = await consoles.app.call('POST', '/falls', {
      token: rosa.token,
      body: { confidence: 0.95 },
    });
    return body.data.id;
  }
  const resolve = (id: string) =>
    consoles.app.call('POST', `/falls/${id}/resolve`, { token: ann.token, body: { outcome: 'HELPED' } });
  /** What the alert of the caregiver says: received, opened. */
  async function states(id: string): Promise<readonly [boolean, boolean]> {
    const { alerts } = (await consoles.app.call('GET', `/falls/${id}`, { token: ann.token })).body.data;
    const [{ receivedAt, openedAt }] = alerts.filter(({ caregiverId }: Json) => caregiverId === ann.id);
    return [receivedAt !== null, openedAt !== null];
  }
  const card = ({ page }: Visit) =>
    page
      .getByRole('region', { name: 'Alerts' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Rosa Marsh' }) });

  /** A visit, and the `seen` frames that its page sends. */
  async function visitWithFrames(): Promise<{ visit: Visit; frames: Json[] }> {
    const visit = await consoles.visit();
    const frames: Json[] = [];
    visit.page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        const frame = JSON.parse(String(payload));
        if (frame.type === 'seen') frames.push(frame.data);
      }),
    );
    await visit.context.addInitScript(VISIBILITY);
    await visit.logIn(ann);
    await visit.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    return { visit, frames };
  }

  it('are sent when an alert is drawn: opened on a visible page, received on a hidden one until it is visible', async () => {
    const { visit, frames } = await visitWithFrames();
    const shown = await fall();
    await card(visit).waitFor();
    await eventually('the alert is opened', async () => (await states(shown))[1]);
    assert.deepEqual(
      frames.map(({ ids, fallIds, visible }) => [ids.length, fallIds, visible]),
      [[1, [], true]],
    );
    await resolve(shown);
    frames.length = 0;

    await visit.page.evaluate(`become('hidden')`);
    const unseen = await fall();
    await eventually('the alert is received', async () => (await states(unseen))[0]);
    assert.deepEqual(await states(unseen), [true, false]);
    assert.deepEqual(
      frames.map(({ visible }) => visible),
      [false],
    );
    await visit.page.evaluate(`become('visible')`);
    await eventually('the alert is opened', async () => (await states(unseen))[1]);
    assert.deepEqual(
      frames.map(({ visible }) => visible),
      [false, true],
    );
    await resolve(unseen);
    await visit.close();
  });

  it('say on the card who has the alert, as soon as it arrives', async () => {
    const { app } = consoles;
    const push = await startReceiver((response) => response.writeHead(201).end());
    const team = await Promise.all(
      ['Bob Ray', 'Cleo Fox', 'Dan Orr', 'Eva Noll'].map(async (name) => {
        const [firstName = '', lastName = ''] = name.split(' ');
        const person = await signUp(app, 'CAREGIVER', { firstName, lastName });
        await assign(app, person, rosa);
        return person;
      }),
    );
    const [bob, ...others] = team;
    assert.ok(bob);
    await addChannel(app, bob, 'webpush', `${push.url}/bob`);
    const visit = await consoles.visit();
    const german = await consoles.visit({ locale: 'de-DE', width: 390, height: 844 });
    const { body: admin } = await app.call('POST', '/auth/login', { body: ADMIN });
    await app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    await visit.logIn(ann);
    await german.logIn(ADMIN);
    await visit.page.getByRole('link', { name: 'Rosa Marsh' }).first().waitFor();
    const first = await fall();
    await card(visit)
      .getByText(/^Ann Lee: received \d\d:\d\d:\d\d · Bob Ray: not received$/)
      .waitFor();
    await german.page.getByText(/^Ann Lee: angekommen \d\d:\d\d:\d\d · Bob Ray: nicht angekommen$/).waitFor();
    await visit.picture('board-receipts');
    await german.picture('board-receipts-phone-de');
    const [message] = await sql(app.databaseUrl, 'SELECT id FROM outbox WHERE fall_id = $1', [first]);
    await sql(app.databaseUrl, `UPDATE outbox SET receipt = ${receiptHash('$1', 'id')} WHERE id = $2`, [
      Buffer.alloc(32, 7),
      message.id,
    ]);
    const receipt = receiptOf(Buffer.alloc(32, 7), message.id);
    await app.call('POST', '/receipts', { body: { receipt, state: 'received' } });
    await card(visit)
      .getByText(/· Bob Ray: received \d\d:\d\d:\d\d$/)
      .waitFor();
    await visit.open(`/falls/${first}`);
    await visit.page.getByText(/^Bob Ray notified via .*, received \d\d:\d\d:\d\d$/).waitFor();
    await visit.open('/');
    await resolve(first);

    for (const one of others) await addChannel(app, one, 'webpush', `${push.url}/${one.id}`);
    await app.pass(60_000);
    const second = await fall();
    await card(visit)
      .getByText(/^Ann Lee: received \d\d:\d\d:\d\d · 4 without a receipt$/)
      .waitFor();
    await german.page.getByText(/· 4 ohne Bestätigung$/).waitFor();
    await visit.open('/?display=wall');
    await visit.page.getByText(/· 4 without a receipt$/).waitFor();
    await visit.picture('wall-receipts');
    await visit.checkAccessibility();
    await resolve(second);
    await Promise.all([visit.close(), german.close(), push.close()]);
  });

  it('tell the giver of an offer whether the colleague has it, and what happens without an answer', async () => {
    const { app } = consoles;
    const push = await startReceiver((response) => response.writeHead(201).end());
    const gwen = await signUp(app, 'CAREGIVER', { firstName: 'Gwen', lastName: 'Oak' });
    await assign(app, gwen, rosa);
    await addChannel(app, gwen, 'webpush', `${push.url}/gwen`);
    const id = await fall();
    const visit = await consoles.visit();
    await visit.logIn(ann);
    await card(visit).getByRole('button', { name: "I'm going" }).click();
    await card(visit).getByText("You're on your way").waitFor();
    await app.call('POST', `/falls/${id}/hand-off`, { token: ann.token, body: { caregiverId: gwen.id } });
    await card(visit)
      .getByText(/ · offered to Gwen Oak · no receipt yet$/)
      .waitFor();
    const note =
      /^You stay responsible until Gwen Oak accepts\. Without an answer, your claim ends at \d\d:\d\d and escalation goes on\.$/;
    await card(visit).getByText(note).waitFor();
    await visit.picture('board-offer');
    await visit.open(`/falls/${id}`);
    const summary = visit.page.locator('.fall-summary');
    await summary.getByText(/ · offered to Gwen Oak · no receipt yet$/).waitFor();
    await summary.getByText(note).waitFor();

    const offers = () =>
      sql(
        app.databaseUrl,
        `SELECT id FROM outbox WHERE fall_id = $1 AND person_id = $2 AND message #>> '{content,about}' = 'hand-off'
         AND accepted_at IS NOT NULL`,
        [id, gwen.id],
      );
    await eventually('the push service has taken the offer', async () => (await offers()).length === 1);
    const [offer] = await offers();
    await sql(app.databaseUrl, `UPDATE outbox SET receipt = ${receiptHash('$1', 'id')} WHERE id = $2`, [
      Buffer.alloc(32, 7),
      offer.id,
    ]);
    const receipt = receiptOf(Buffer.alloc(32, 7), offer.id);
    await app.call('POST', '/receipts', { body: { receipt, state: 'received' } });
    await summary.getByText(/ · offered to Gwen Oak · received \d\d:\d\d:\d\d$/).waitFor();
    await visit.checkAccessibility();
    await visit.page.setViewportSize({ width: 320, height: 700 });
    await visit.checkWidth();
    await visit.picture('fall-offer-narrow');
    await visit.open('/');
    await card(visit)
      .getByText(/ · offered to Gwen Oak · received \d\d:\d\d:\d\d$/)
      .waitFor();
    await resolve(id);
    await visit.close();
    await push.close();
  });

  it('show an admin of whom there is none for a fall of the last night', async () => {
    const { app } = consoles;
    const push = await startReceiver((response) => response.writeHead(201).end());
    const nora = await signUp(app, 'CAREGIVER', { firstName: 'Nora', lastName: 'Ash' });
    await assign(app, nora, rosa);
    await addChannel(app, nora, 'webpush', `${push.url}/nora`);
    const { body: admin } = await app.call('POST', '/auth/login', { body: ADMIN });
    await app.call('PUT', '/profile/me', { token: admin.token, body: { language: 'de' } });
    const id = await fall();
    const taken = () =>
      sql(
        app.databaseUrl,
        'SELECT FROM outbox WHERE fall_id = $1 AND person_id = $2 AND accepted_at IS NOT NULL',
        [id, nora.id],
      );
    await eventually('the push service has taken the alert', async () => (await taken()).length > 0);
    await resolve(id);
    // At night, whenever this test runs; long enough ago for a receipt.
    await app.pass(120_000);
    const { body: night } = await app.call('GET', '/caregivers/unreached', { token: admin.token });
    await sql(
      app.databaseUrl,
      `UPDATE outbox SET created_at = $1, accepted_at = $1 WHERE fall_id = $2 AND accepted_at IS NOT NULL`,
      [night.data.from, id],
    );
    const visit = await consoles.visit({ width: 390, height: 844 });
    await visit.logIn(ADMIN, '/reach');
    const row = visit.page
      .getByRole('region', { name: 'Letzte Nacht nicht erreicht' })
      .getByRole('row')
      .filter({ hasText: 'Nora Ash' });
    await row.getByRole('link', { name: /^\d\d:\d\d, Rosa Marsh/ }).waitFor();
    await visit.picture('reach-night-phone-de');
    await visit.checkWidth();
    await visit.checkAccessibility();
    await visit.close();
    await push.close();
  });

  it('are sent once for alerts that were open before the page', async () => {
    const before = await fall();
    assert.deepEqual(await states(before), [false, false]);
    const { visit, frames } = await visitWithFrames();
    await card(visit).waitFor();
    await eventually('the alert is opened', async () => (await states(before))[1]);
    const reported = () => frames.filter(({ fallIds }) => fallIds.includes(before));
    assert.deepEqual(
      reported().map(({ visible }) => visible),
      [true],
    );
    const later = await Promise.all([fall(), fall()]);
    for (const id of later) await eventually('the next alert is opened', async () => (await states(id))[1]);
    assert.deepEqual(
      frames.flatMap(({ fallIds }) => fallIds),
      [before],
    );
    await Promise.all([before, ...later].map(resolve));
    await visit.close();
  });
});
