import { after, before, describe, it } from 'node:test';
import { receiptHash, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { ADMIN } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { startReceiver } from '../helpers/receiver.ts';
import { sql } from '../helpers/sql.ts';
import { addChannel } from '../response/channels-of.ts';
import { type Consoles, openConsoles } from './browser.ts';

describe('ringing a ward', () => {
  let consoles: Consoles;
  let wardId: string;
  const team: Person[] = [];
  before(async () => {
    consoles = await openConsoles({ ALLOW_PRIVATE_TARGETS: 'true' });
    const { token } = await logInAsAdmin(consoles.app);
    const { body } = await consoles.app.call('POST', '/wards', { token, body: { name: 'Garden' } });
    wardId = body.data.id;
    for (const firstName of ['Ann', 'Ben', 'Cid']) {
      const person = await signUp(consoles.app, 'CAREGIVER', { firstName, lastName: 'Lee' });
      team.push(person);
      await consoles.app.call('PUT', `/wards/${wardId}/caregivers/${person.id}`, {
        token,
        body: { lead: firstName === 'Ann' },
      });
    }
  });
  after(() => consoles.close());

  it('shows each phone as it answers', async () => {
    const { app } = consoles;
    const push = await startReceiver((response) => response.writeHead(201).end());
    const [ann, ben] = team as [Person, Person];
    await addChannel(app, ann, 'webhook', `${push.url}/ann`);
    await addChannel(app, ben, 'webpush', `${push.url}/ben`);
    const visit = await consoles.visit();
    await visit.logIn(ann, `/wards?ward=${wardId}`);
    const card = visit.page.getByRole('region', { name: 'Do all phones ring?' });
    const rowOf = (name: string) => card.getByRole('row').filter({ hasText: name });
    const ring = async () => {
      await card.getByRole('button', { name: 'Ring the ward' }).click();
      const dialog = visit.page.getByRole('dialog', { name: 'Ring all phones of Garden?' });
      await dialog.getByRole('button', { name: 'Ring the ward' }).click();
      return dialog;
    };
    await (await ring()).waitFor({ state: 'detached' });
    await rowOf('Ann Lee')
      .getByText(/^Webhook: received \d\d:\d\d:\d\d$/)
      .waitFor();
    await rowOf('Ben Lee').getByText('Browser: accepted').waitFor();
    await rowOf('Cid Lee').getByText('no working method').waitFor();
    await card.getByText('The phones of 1 of 3 caregivers answered. Waiting for the others.').waitFor();

    const again = await ring();
    await again.getByText('This ward was rung less than a minute ago.').waitFor();
    await again.getByRole('button', { name: 'Cancel' }).click();

    const sent = () =>
      sql(app.databaseUrl, `SELECT id FROM outbox WHERE person_id = $1 AND state = 'SENT'`, [ben.id]);
    await eventually('the push service has the test', async () => (await sent()).length === 1);
    const [{ id }] = await sent();
    const key = Buffer.alloc(32, 7);
    await sql(app.databaseUrl, `UPDATE outbox SET receipt = ${receiptHash('$1', 'id')} WHERE id = $2`, [
      key,
      id,
    ]);
    await app.call('POST', '/receipts', { body: { receipt: receiptOf(key, id), state: 'received' } });
    await rowOf('Ben Lee')
      .getByText(/^Browser: received \d\d:\d\d:\d\d$/)
      .waitFor();
    await card.getByText(/^The phones of 2 of 3 caregivers answered\. Rung at \d\d:\d\d:\d\d\.$/).waitFor();
    await visit.picture('ward-ring');
    await visit.checkAccessibility();
    await visit.page.setViewportSize({ width: 320, height: 700 });
    await visit.checkWidth();
    await visit.picture('ward-ring-narrow');
    await visit.close();
    await push.close();
  });

  it('rings a ward from the setup guide, whose step is done when all phones have answered', async () => {
    const { app } = consoles;
    const phone = await startReceiver((response) => response.writeHead(201).end());
    const { token } = await logInAsAdmin(app);
    const lake = await app.call('POST', '/wards', { token, body: { name: 'Lake' } });
    const dora = await signUp(app, 'CAREGIVER', { firstName: 'Dora', lastName: 'Lee' });
    await app.call('PUT', `/wards/${lake.body.data.id}/caregivers/${dora.id}`, { token, body: {} });
    await sql(app.databaseUrl, 'DELETE FROM notification_channels');
    await addChannel(app, dora, 'webhook', `${phone.url}/dora`);
    const visit = await consoles.visit();
    await visit.logIn(ADMIN, '/admin/setup');
    const step = visit.page
      .getByRole('listitem')
      .filter({ has: visit.page.getByRole('heading', { name: 'Ring all phones' }) });
    await step.getByText('0 of 1 notification method tested').waitFor();
    await step.getByRole('button', { name: 'Ring ward' }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Do all phones ring?' });
    await dialog.getByLabel('Ward').selectOption('Lake');
    await dialog.getByRole('button', { name: 'Ring the ward' }).click();
    await visit.page
      .getByRole('dialog', { name: 'Ring all phones of Lake?' })
      .getByRole('button', { name: 'Ring the ward' })
      .click();
    await dialog.getByText('The phones of 1 of 1 caregiver answered.').waitFor();
    await visit.picture('setup-ring', { fullPage: false });
    await visit.checkAccessibility();
    await visit.page.setViewportSize({ width: 320, height: 700 });
    await visit.checkWidth();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await step.getByText('1 of 1 notification method tested').waitFor();
    await step.getByText('Done').waitFor();
    await visit.close();
    await phone.close();
  });
});
