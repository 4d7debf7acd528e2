import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { newReceiptKey, receiptHash, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the push service worker', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

  /** A message to a browser of the person, as the outbox leaves it. */
  async function sentMessage({ id: personId }: Person) {
    const { databaseUrl } = consoles.app;
    const [channel] = await sql(
      databaseUrl,
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, created_at)
       VALUES ($1, 'webpush', '{}', 'POTENTIAL', now()) RETURNING id`,
      [personId],
    );
    const [key, messageId] = [newReceiptKey(), randomUUID()];
    await sql(
      databaseUrl,
      `INSERT INTO outbox (id, person_id, channel_id, lane, message, state, attempts, first_try_at, due_at, created_at, receipt)
       VALUES ($1, $2, $3, 'webpush', '{}', 'SENT', 1, now(), now(), now(), ${receiptHash('$4', '$1::uuid')})`,
      [messageId, personId, channel.id, key],
    );
    return {
      receipt: receiptOf(key, messageId),
      async reported(): Promise<{ readonly received: boolean; readonly opened: boolean }> {
        const [row] = await sql(
          databaseUrl,
          'SELECT received_at IS NOT NULL AS received, opened_at IS NOT NULL AS opened FROM outbox WHERE id = $1',
          [messageId],
        );
        return row;
      },
    };
  }

  it('shows the service’s message, and opens the fall on a press', async () => {
    const caregiver = await signUp(consoles.app, 'CAREGIVER');
    const visit = await consoles.visit({ permissions: ['notifications'] });
    await visit.logIn(caregiver);
    await visit.page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    const devtools = await visit.context.newCDPSession(visit.page);
    let registrationId = '';
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      registrationId = registrations[0]?.registrationId ?? registrationId;
    });
    await devtools.send('ServiceWorker.enable');
    await eventually('the service worker is registered', () => registrationId !== '');
    const navigate = 'https://vigil.example.org/falls/0b0e';
    const { receipt, reported } = await sentMessage(caregiver);
    const deliver = () =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: consoles.origin,
        registrationId,
        // The format of src/notify/channels/web-push/web-push.ts.
        data: JSON.stringify({
          web_push: 8030,
          receipt,
          notification: { title: 'Fall: Rosa', body: 'Room 4', tag: 'fall', navigate },
        }),
      });
    const shown = () =>
      visit.page.evaluate<{ title: string; body: string; navigate: string }[]>(
        `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
           all.map(({ title, body, data }) => ({ title, body, navigate: data.navigate })))`,
      );
    const isShown = async () => (await shown()).length > 0;
    await deliver();
    // The browser loses a message of its tools to a worker that it is just activating; a push service would not.
    await eventually('the notification is shown', isShown, 5_000).catch(async () => {
      await deliver();
      await eventually('the second notification is shown', isShown);
    });
    assert.deepEqual(await shown(), [{ title: 'Fall: Rosa', body: 'Room 4', navigate }]);
    await eventually('the worker reports that it is received', async () => (await reported()).received);
    assert.equal((await reported()).opened, false);
    const [worker] = visit.context.serviceWorkers();
    await worker?.evaluate(
      `self.registration.getNotifications().then(([notification]) =>
         self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    );
    await visit.page.waitForURL('**/falls/0b0e');
    await eventually('the worker reports that it is opened', async () => (await reported()).opened);
    // Safari shows a mutable message itself, and first gives its notification to the worker.
    const mutable = await sentMessage(caregiver);
    const before = (await shown()).length;
    await worker?.evaluate(
      `self.dispatchEvent(Object.assign(new PushEvent('push'), {
         notification: { data: { receipt: '${mutable.receipt}' } } }))`,
    );
    await eventually('the worker reports it', async () => (await mutable.reported()).received);
    assert.equal((await shown()).length, before, 'the worker shows nothing in its place');
    await visit.close();
  });
});
