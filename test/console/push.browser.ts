import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('the push service worker', () => {
  let consoles: Consoles;
  before(async () => {
    consoles = await openConsoles();
  });
  after(() => consoles.close());

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
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: consoles.origin,
      registrationId,
      // The format of src/notify/channels/web-push.ts.
      data: JSON.stringify({
        web_push: 8030,
        notification: { title: 'Fall: Rosa', body: 'Room 4', navigate },
      }),
    });
    const shown = () =>
      visit.page.evaluate<{ title: string; body: string; navigate: string }[]>(
        `navigator.serviceWorker.ready.then((worker) => worker.getNotifications()).then((all) =>
           all.map(({ title, body, data }) => ({ title, body, navigate: data.navigate })))`,
      );
    await eventually('the notification is shown', async () => (await shown()).length > 0);
    assert.deepEqual(await shown(), [{ title: 'Fall: Rosa', body: 'Room 4', navigate }]);
    const [worker] = visit.context.serviceWorkers();
    await worker?.evaluate(
      `self.registration.getNotifications().then(([notification]) =>
         self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`,
    );
    await visit.page.waitForURL('**/falls/0b0e');
    await visit.close();
  });
});
