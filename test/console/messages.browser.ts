import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assign } from '../helpers/care.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type Consoles, openConsoles, type Visit } from './browser.ts';

const HOSTILE = '<script>alert(1)</script>';

describe('messages in the console', () => {
  let consoles: Consoles;
  let rosa: Person;
  let ann: Person;
  let hers: Visit;
  let his: Visit;
  before(async () => {
    consoles = await openConsoles();
    rosa = await signUp(consoles.app, 'PATIENT', { firstName: 'Rosa', lastName: 'Marsh' });
    ann = await signUp(consoles.app, 'CAREGIVER', { firstName: 'Ann', lastName: 'Lee' });
    await assign(consoles.app, ann, rosa);
    [hers, his] = [await consoles.visit(), await consoles.visit()];
  });
  after(() => consoles.close());

  const field = ({ page }: Visit) => page.getByLabel('Message');
  const send = async (visit: Visit, text: string) => {
    await field(visit).fill(text);
    await visit.page.getByRole('button', { name: 'Send' }).click();
  };
  const log = ({ page }: Visit) => page.getByRole('log');
  const write = (from: Person, to: Person, content: string) =>
    consoles.app.call('POST', '/messages', { token: from.token, body: { recipientId: to.id, content } });

  it('go to permitted recipients', async () => {
    await hers.logIn(rosa);
    await hers.page.getByRole('link', { name: 'Write to Ann Lee' }).waitFor();
    await hers.open('/messages');
    await hers.page.getByText('No conversations yet.').waitFor();
    await hers.picture('messages-empty');
    assert.equal(await hers.page.getByLabel('To').locator('option').count(), 1);
    await send(hers, 'Good morning!');
    await hers.page.getByRole('heading', { name: 'Conversation with Ann Lee' }).waitFor();
    await log(hers).getByText('Good morning!').waitFor();
    assert.equal(await field(hers).inputValue(), '');
  });

  it('are counted while unread, and marked as read when opened', async () => {
    await his.logIn(ann);
    await his.page.getByRole('link', { name: 'Messages (1)' }).click();
    await his.page.getByRole('link', { name: /Rosa Marsh.*1 new.*Good morning!/ }).click();
    await log(his).getByText('Good morning!').waitFor();
    await his.page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    const unread = await consoles.app.call('GET', '/messages?unreadOnly=true', { token: ann.token });
    assert.equal(unread.body.pagination.total, 0);
  });

  it('arrive on both sides at once', async () => {
    await send(his, 'Did you sleep well?\nSee you at ten.');
    await log(hers).getByText('See you at ten.').waitFor();
    await send(hers, 'Very well, thank you.');
    await log(his).getByText('Very well, thank you.').waitFor();
    await hers.picture('messages-thread');
    await his.open('/messages');
    await his.page.getByRole('link', { name: /Rosa Marsh.*Very well/ }).waitFor();
    await his.picture('messages-list');
    const eve = await signUp(consoles.app, 'CAREGIVER', { firstName: HOSTILE, lastName: 'y'.repeat(90) });
    await write(eve, ann, `${HOSTILE} ${'z'.repeat(300)}`);
    await his.page.getByRole('link', { name: /script.*1 new/ }).click();
    await log(his).getByText(HOSTILE).first().waitFor();
    await his.page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
  });

  it('load with at most six requests; earlier messages load on demand', async () => {
    for (let i = 0; i < 40; i++) await write(rosa, ann, `Line ${i}`);
    his.apiRequests();
    await his.open(`/messages?with=${rosa.id}`);
    await log(his).getByText('Line 39').waitFor();
    await his.page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    const asked = his.apiRequests().filter((request) => !request.includes('/api/live'));
    assert.ok(asked.length <= 6, asked.join(', '));
    await his.page.getByRole('button', { name: 'Earlier messages' }).click();
    await log(his).getByText('Good morning!').waitFor();
    await hers.close();
    await his.close();
  });

  it('stay read when an outdated count arrives later', async () => {
    await write(rosa, ann, 'The last one.');
    const visit = await consoles.visit();
    await visit.logIn(ann);
    await visit.page.getByRole('link', { name: /^Messages \(\d+\)$/ }).waitFor();
    const isRead = visit.page.waitForResponse((answer) => answer.url().endsWith('/read'));
    await visit.context.route('**/api/board', async (route) => {
      const older = await route.fetch();
      await isRead;
      await route.fulfill({ response: older });
    });
    const board = visit.page.waitForResponse('**/api/board');
    await visit.open(`/messages?with=${rosa.id}`);
    await board;
    await visit.page.getByRole('link', { name: 'Messages', exact: true }).waitFor();
    await visit.close();
  });

  it('pass accessibility and width checks, light and dark, down to 320 px', async () => {
    for (const dark of [false, true]) {
      const visit = await consoles.visit({ dark, width: 320, height: 700 });
      await visit.logIn(ann, '/messages');
      await visit.page.getByRole('link', { name: /script/ }).waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`messages-${dark ? 'dark' : 'light'}-narrow`);
      await visit.page.getByRole('link', { name: /script/ }).click();
      await log(visit).getByText(HOSTILE).first().waitFor();
      await visit.checkAccessibility();
      await visit.checkWidth();
      await visit.picture(`messages-thread-${dark ? 'dark' : 'light'}-narrow`);
      await visit.page.setViewportSize({ width: 1280, height: 900 });
      await visit.picture(`messages-${dark ? 'dark' : 'light'}`);
      await visit.close();
    }
  });
});
