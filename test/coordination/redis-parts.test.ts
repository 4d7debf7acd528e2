import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import type { Coordination } from '../../src/coordination/coordination.ts';
import { createRedisCoordination } from '../../src/coordination/redis.ts';
import { eventually } from '../helpers/eventually.ts';
import { startRedis, type TestRedis, WITHOUT_REDIS } from '../helpers/redis.ts';

const log = pino({ level: 'silent' });

describe('what instances share through Redis', { skip: WITHOUT_REDIS }, () => {
  let redis: TestRedis;
  let a: Coordination;
  let b: Coordination;
  const join = () => createRedisCoordination({ url: redis.url, now: Date.now, log });
  before(async () => {
    redis = await startRedis();
    a = join();
    b = join();
    await eventually('both hear Redis', () => a.isWell() && b.isWell());
  });
  after(async () => {
    await a?.close();
    await b?.close();
    await redis?.stop();
  });

  it('tickets grow, whichever instance asks, and after Redis has lost its memory', async () => {
    const tickets = [];
    for (const one of [a, b, b, a]) tickets.push((await one.ticket()) ?? Number.NaN);
    await redis.stop();
    await eventually('it is noticed', () => !a.isWell() && !b.isWell());
    assert.equal(await a.ticket(), undefined);
    await redis.start();
    await eventually('both are well again', () => a.isWell() && b.isWell());
    tickets.push((await b.ticket()) ?? Number.NaN);
    assert.deepEqual(
      tickets,
      [...tickets].sort((x, y) => x - y),
    );
    assert.equal(new Set(tickets).size, tickets.length);
  });

  it('what is said of a subject reaches the other instance while it listens, and never oneself', async () => {
    const heard: string[] = [];
    a.relay.hear((subject, words) => heard.push(`a ${subject} ${words}`));
    b.relay.hear((subject, words) => heard.push(`b ${subject} ${words}`));
    assert.equal(a.relay.isHeardElsewhere('one'), false);
    await a.relay.listen('one');
    await b.relay.listen('one');
    await eventually('each knows of the other', () =>
      [a, b].every(({ relay }) => relay.isHeardElsewhere('one')),
    );
    a.relay.say('one', '1');
    b.relay.say('one', '2');
    await eventually('both have heard', () => heard.length >= 2);
    assert.deepEqual(heard.sort(), ['a one 2', 'b one 1']);

    b.relay.stop('one');
    await eventually('what is said in vain is not said again', () => {
      if (a.relay.isHeardElsewhere('one')) a.relay.say('one', '3');
      return !a.relay.isHeardElsewhere('one');
    });
    assert.equal(b.relay.isHeardElsewhere('one'), true, 'the other listens still');
    a.relay.stop('one');
  });

  it('an instance that comes later knows what others listen to', async () => {
    await a.relay.listen('two');
    const late = join();
    await eventually('it knows', () => late.relay.isHeardElsewhere('two'));
    await late.close();
    a.relay.stop('two');
  });

  it('an instance listens again when Redis is back, and the others know', async () => {
    await a.relay.listen('three');
    await redis.stop();
    await eventually('it is noticed', () => !a.isWell() && !b.isWell());
    await redis.start();
    const heard: string[] = [];
    a.relay.hear((_, words) => heard.push(words));
    await eventually('it hears', () => {
      if (b.isWell() && b.relay.isHeardElsewhere('three')) b.relay.say('three', 'again');
      return heard.includes('again');
    });
    a.relay.stop('three');
  });

  it('the roll tells who is at another instance, and is written anew when Redis has lost it', async () => {
    a.roll.enter('x');
    a.roll.enter('y');
    b.roll.enter('z');
    const elsewhere = async (one: Coordination) => [...(await one.roll.elsewhere(['x', 'y', 'z']))].sort();
    await eventually('b knows', async () => (await elsewhere(b)).length === 2);
    assert.deepEqual(await elsewhere(b), ['x', 'y']);
    assert.deepEqual(await elsewhere(a), ['z']);
    a.roll.leave(['x']);
    await eventually('b knows', async () => (await elsewhere(b)).join() === 'y');
    await redis.stop();
    await eventually('it is noticed', () => !b.isWell());
    assert.deepEqual(await elsewhere(b), [], 'each for itself');
    await redis.start();
    await eventually('b knows again', async () => (await elsewhere(b)).join() === 'y');
  });

  it('what is kept for an account is found at the other instance; the oldest goes when there is too much', async () => {
    const bounds = { most: 2, keptMs: 60_000 };
    for (const name of ['first', 'second', 'third']) {
      a.keep.write('account', name, `text of ${name}`, bounds);
      await eventually('it is there', async () => (await b.keep.read('account', name)) !== undefined);
    }
    assert.equal(await b.keep.read('account', 'first'), undefined);
    assert.equal(await b.keep.read('account', 'second'), 'text of second');
    assert.equal(await b.keep.read('another', 'third'), undefined);
    b.keep.drop('account', 'third');
    await eventually('it is gone', async () => (await a.keep.read('account', 'third')) === undefined);
  });
});
