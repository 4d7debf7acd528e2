import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeliveryOrder, EventCursor, type EventReader } from '../../src/live/event-cursor.ts';
import type { LiveEvent } from '../../src/live/events.ts';
import { upTo } from '../helpers/live-log.ts';

const eventOf = (id: number): LiveEvent => ({ recipientId: 'somebody', id, type: 'alert', data: {} });

/** A cursor, its log in memory, and what its reader got. */
function cursorOver(order: DeliveryOrder, reader: Partial<EventReader> = {}) {
  const log: LiveEvent[] = [];
  const got: number[] = [];
  const failing = { log: false };
  let reads = 0;
  const cursor = new EventCursor({
    events: {
      async *after(_, id) {
        reads += 1;
        if (failing.log) throw new Error('the log is away');
        yield* log.filter((event) => event.id > id);
      },
    },
    recipientId: 'somebody',
    reader: { deliver: ({ id }) => got.push(id) > 0, ...reader },
    order,
  });
  const write = (...ids: number[]): void => void log.push(...ids.map(eventOf));
  return { cursor, log, got, write, failing, reads: () => reads };
}

describe('an event cursor that delivers in order', () => {
  it('delivers what is announced in order without asking the log', () => {
    const { cursor, got, reads } = cursorOver('in order');
    cursor.start(4);
    for (const id of [5, 6, 6, 3, 7]) cursor.receive(eventOf(id));
    assert.deepEqual(got, [5, 6, 7], 'neither twice, nor from before the start');
    assert.deepEqual([cursor.position, cursor.isBehind, reads()], [7, false, 0]);
  });

  it('leaves what is announced ahead of another one to the log', async () => {
    const { cursor, got, write } = cursorOver('in order');
    cursor.start(0);
    write(1, 2, 3);
    cursor.receive(eventOf(3));
    assert.deepEqual([got, cursor.isBehind], [[], true]);
    await cursor.catchUp();
    cursor.receive(eventOf(2));
    assert.deepEqual([got, cursor.isBehind], [[1, 2, 3], false]);
  });

  it('delivers nothing before it has started, and then what was announced in the meantime', async () => {
    const { cursor, got, write } = cursorOver('in order');
    write(1, 2);
    cursor.receive(eventOf(2));
    assert.deepEqual([got, cursor.isBehind], [[], false]);
    cursor.start(1);
    assert.equal(cursor.isBehind, true);
    await cursor.catchUp();
    assert.deepEqual(got, [2]);
  });

  it('keeps the order of what is announced while it catches up at the reader’s pace', async () => {
    let go = () => {};
    const slow = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { cursor, got, write } = cursorOver('in order', { ready: () => slow });
    cursor.start(0);
    write(...upTo(1, 50));
    const caughtUp = cursor.catchUp(50);
    write(51);
    cursor.receive(eventOf(51));
    assert.deepEqual(got, []);
    go();
    await caughtUp;
    assert.deepEqual(got, upTo(1, 51));
  });

  it('passes over what is not in the log any more', async () => {
    const { cursor, got, write } = cursorOver('in order');
    cursor.start(0);
    write(3, 5);
    await cursor.catchUp(6);
    assert.deepEqual([got, cursor.position], [[3, 5], 6]);
    cursor.receive(eventOf(7));
    assert.deepEqual(got, [3, 5, 7]);
  });
});

describe('an event cursor that delivers as announced', () => {
  it('delivers beyond a gap at once, and fills the gap from the log, nothing twice', async () => {
    const { cursor, got, write } = cursorOver('as announced');
    cursor.start(1);
    write(1, 2, 3, 4, 5);
    for (const id of [2, 4, 5, 5]) cursor.receive(eventOf(id));
    assert.deepEqual([got, cursor.position, cursor.beyondGap], [[2, 4, 5], 2, 2]);
    await cursor.catchUp();
    cursor.receive(eventOf(3));
    assert.deepEqual([got, cursor.position, cursor.beyondGap], [[2, 4, 5, 3], 5, 0]);
  });

  it('delivers what was there before the start and is announced after it, once', () => {
    const { cursor, got } = cursorOver('as announced');
    cursor.receive(eventOf(2));
    cursor.start(3);
    for (const id of [3, 3, 2, 4]) cursor.receive(eventOf(id));
    assert.deepEqual([got, cursor.position], [[2, 3, 4], 4]);
  });

  it('stops at what the reader has no room for, and goes on there', async () => {
    const taken: number[] = [];
    let room = 2;
    const deliver = ({ id }: LiveEvent) => taken.length < room && taken.push(id) > 0;
    const { cursor, write } = cursorOver('as announced', { deliver });
    cursor.start(0);
    write(1, 2, 3, 4);
    await cursor.catchUp();
    cursor.skipTo(4);
    assert.deepEqual([taken, cursor.position, cursor.hasRefused], [[1, 2], 2, true]);
    room = 10;
    await cursor.catchUp();
    assert.deepEqual([taken, cursor.position, cursor.hasRefused], [[1, 2, 3, 4], 4, false]);
  });

  it('skips numbers that its reader knows to be of no interest', () => {
    const { cursor, got } = cursorOver('as announced');
    cursor.start(0);
    for (const id of [1, 4]) cursor.receive(eventOf(id));
    cursor.skipTo(3);
    assert.deepEqual([got, cursor.position], [[1, 4], 4]);
  });

  it('does not skip what could not be read', async () => {
    const { cursor, got, write, failing } = cursorOver('as announced');
    cursor.start(0);
    write(1, 2);
    failing.log = true;
    await assert.rejects(cursor.catchUp(2), /the log is away/);
    cursor.skipTo(2);
    assert.equal(cursor.position, 0);
    failing.log = false;
    await cursor.catchUp();
    assert.deepEqual([got, cursor.position], [[1, 2], 2]);
  });

  it('reads the log once for callers who come at the same time', async () => {
    const { cursor, got, write, reads } = cursorOver('as announced');
    cursor.start(0);
    write(1, 2);
    await Promise.all([cursor.catchUp(2), cursor.catchUp(2)]);
    assert.deepEqual([got, reads()], [[1, 2], 1]);
  });
});
