import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { app, as } from './started.ts';

let ann: Person;
let bob: Person;
let cyd: Person;

const send = (from: Person, to: Person, content: string, more: object = {}) =>
  as(from, 'POST', '/messages', { recipientId: to.id, content, ...more });
const contents = async (person: Person, query = '') =>
  (await as(person, 'GET', `/messages${query}`)).body.data.map((message: Json) => message.content);

describe('messages', () => {
  before(async () => {
    [ann, bob, cyd] = [await signUp(app), await signUp(app, 'CAREGIVER'), await signUp(app)];
    for (const [from, to, content] of [
      [ann, bob, 'one'],
      [bob, ann, 'two'],
      [cyd, ann, 'three'],
      [ann, cyd, 'four'],
    ] as const) {
      assert.equal((await send(from, to, content)).status, 201);
      app.clock.advance(1000);
    }
  });

  it('are returned as they are stored, unread', async () => {
    const dan = await signUp(app);
    const text = '  Grüße\n"quoted" \u2603 ';
    const { status, body } = await send(ann, dan, text, {
      id: randomUUID(),
      senderId: bob.id,
      read: true,
      createdAt: '2001-01-01T00:00:00Z',
    });
    assert.equal(status, 201);
    const { id, createdAt, ...rest } = body.data;
    assert.deepEqual(rest, {
      senderId: ann.id,
      recipientId: dan.id,
      content: text,
      type: 'TEXT',
      read: false,
    });
    assert.ok(Math.abs(new Date(createdAt).getTime() - app.clock.now()) < 60_000);
    assert.deepEqual((await as(dan, 'GET', `/messages/${id}`)).body.data, body.data);
    await as(dan, 'DELETE', '/profile/me', { confirmation: true });
  });

  it('are listed sent and received, newest first', async () => {
    assert.deepEqual(await contents(ann), ['four', 'three', 'two', 'one']);
    assert.deepEqual(await contents(ann, '?order=asc&limit=2&page=2'), ['three', 'four']);
    assert.deepEqual(await contents(bob), ['two', 'one']);
    const { body } = await as(ann, 'GET', '/messages?limit=3');
    assert.deepEqual(body.pagination, { page: 1, limit: 3, total: 4, totalPages: 2 });
  });

  it('can be filtered by conversation and by unread', async () => {
    assert.deepEqual(await contents(ann, `?conversationWith=${bob.id}`), ['two', 'one']);
    assert.deepEqual(await contents(ann, `?conversationWith=${randomUUID()}`), []);
    assert.deepEqual(await contents(ann, '?unreadOnly=true'), ['three', 'two']);
    assert.deepEqual(await contents(ann, `?unreadOnly=true&conversationWith=${cyd.id}`), ['three']);
    assert.deepEqual(await contents(ann, '?unreadOnly=false'), ['four', 'three', 'two', 'one']);
    const bad = await as(ann, 'GET', '/messages?unreadOnly=maybe&conversationWith=bob&page=-1');
    assert.deepEqual(Object.keys(bad.body.details).sort(), ['conversationWith', 'page', 'unreadOnly']);
  });

  it('are marked as read by the recipient only, and repeating it is harmless', async () => {
    const { id } = (await send(bob, ann, 'five')).body.data;
    const read = (person: Person) => as(person, 'POST', `/messages/${id}/read`);
    assert.equal((await read(bob)).status, 403);
    assert.equal((await read(cyd)).status, 403);
    for (let i = 0; i < 2; i++) assert.equal((await read(ann)).body.data.read, true);
    assert.equal((await as(bob, 'GET', `/messages/${id}`)).body.data.read, true);
    assert.ok(!(await contents(ann, '?unreadOnly=true')).includes('five'));
  });

  it('are grouped by partner, and read together', async () => {
    const [dan, eve] = [
      await signUp(app, 'CAREGIVER', { firstName: 'Dan', lastName: 'Lee' }),
      await signUp(app),
    ];
    await send(eve, dan, 'first');
    app.clock.advance(1000);
    await send(dan, ann, 'hello');
    app.clock.advance(1000);
    await send(eve, dan, 'second');
    const { data } = (await as(dan, 'GET', '/conversations')).body;
    assert.deepEqual(
      data.map((one: Json) => [one.with.id, one.lastMessage.content, one.unread]),
      [
        [eve.id, 'second', 2],
        [ann.id, 'hello', 0],
      ],
    );
    const hers = (await as(eve, 'GET', '/conversations')).body.data;
    assert.deepEqual(hers[0].with, { id: dan.id, name: 'Dan Lee', role: 'CAREGIVER' });
    const read = () => as(dan, 'POST', `/conversations/${eve.id}/read`);
    assert.deepEqual((await read()).body.data, { read: 2 });
    assert.deepEqual((await read()).body.data, { read: 0 });
    assert.equal((await as(eve, 'GET', '/conversations')).body.data[0].lastMessage.read, true);
    assert.equal((await as(dan, 'POST', `/conversations/${randomUUID()}/read`)).status, 404);
  });

  it('are refused without a recipient, to oneself and when empty', async () => {
    assert.equal(
      (await as(ann, 'POST', '/messages', { recipientId: randomUUID(), content: 'x' })).status,
      404,
    );
    const self = await send(ann, ann, 'x');
    assert.deepEqual([self.status, Object.keys(self.body.details)], [400, ['recipientId']]);
    const upper = await as(ann, 'POST', '/messages', { recipientId: ann.id.toUpperCase(), content: 'x' });
    assert.equal(upper.status, 400);
    const bad = await as(ann, 'POST', '/messages', { recipientId: 7, content: ' \n', type: 'VIDEO' });
    assert.deepEqual(
      [bad.status, Object.keys(bad.body.details).sort()],
      [400, ['content', 'recipientId', 'type']],
    );
    for (const content of ['', 'a\0b', 'x'.repeat(5001), 5, null])
      assert.equal((await send(ann, bob, content as string)).status, 400);
    for (const id of [randomUUID(), 'nonsense']) {
      assert.equal((await as(ann, 'GET', `/messages/${id}`)).status, 404);
      assert.equal((await as(ann, 'POST', `/messages/${id}/read`)).status, 404);
    }
  });
});
