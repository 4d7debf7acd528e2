import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DeliveryOrder, EventCursor, type EventReader } from '../../src/live/event-cursor.ts';
import type { LiveEvent } from '../../src/live/events.ts';
import { upTo } from '../helpers/live-log.ts';

const eventOf = (id: number): LiveEvent => ({ recipientId: 'somebody', id, type: 'alert', data: {} });

/** A cursor, its log in memory, and the events its reader received. */
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
  it('delivers announced events in order without reading the log', () => {
    const { cursor, got, reads } = cursorOver('in order');
    cursor.start(4);
    for (const id of [5, 6, 6, 3, 7]) cursor.receive(eventOf(id));
    assert.deepEqual(got, [5, 6, 7], 'no event twice, and none from before the start');
    assert.deepEqual([cursor.position, cursor.isBehind, reads()], [7, false, 0]);
  });

  it('leaves an event that arrives ahead of a gap to the log', async () => {
    const { cursor, got, write } = cursorOver('in order');
    cursor.start(0);
    write(1, 2, 3);
    cursor.receive(eventOf(3));
    assert.deepEqual([got, cursor.isBehind], [[], true]);
    await cursor.catchUp();
    cursor.receive(eventOf(2));
    assert.deepEqual([got, cursor.isBehind], [[1, 2, 3], false]);
  });

  it('delivers nothing before it starts, and then the events announced meanwhile', async () => {
    const { cursor, got, write } = cursorOver('in order');
    write(1, 2);
    cursor.receive(eventOf(2));
    assert.deepEqual([got, cursor.isBehind], [[], false]);
    cursor.start(1);
    assert.equal(cursor.isBehind, true);
    await cursor.catchUp();
    assert.deepEqual(got, [2]);
  });

  it('keeps the order of events announced while it catches up at the reader’s pace', async () => {
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

  it('skips events that are no longer in the log', async () => {
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
  it('delivers events after a gap at once, and fills the gap from the log without duplicates', async () => {
    const { cursor, got, write } = cursorOver('as announced');
    cursor.start(1);
    write(1, 2, 3, 4, 5);
    for (const id of [2, 4, 5, 5]) cursor.receive(eventOf(id));
    assert.deepEqual([got, cursor.position, cursor.beyondGap], [[2, 4, 5], 2, 2]);
    await cursor.catchUp();
    cursor.receive(eventOf(3));
    assert.deepEqual([got, cursor.position, cursor.beyondGap], [[2, 4, 5, 3], 5, 0]);
  });

  it('delivers events from before the start once when they are announced after it', () => {
    const { cursor, got } = cursorOver('as announced');
    cursor.receive(eventOf(2));
    cursor.start(3);
    for (const id of [3, 3, 2, 4]) cursor.receive(eventOf(id));
    assert.deepEqual([got, cursor.position], [[2, 3, 4], 4]);
  });

  it('stops when the reader is full, and resumes there', async () => {
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

  it('skips event ids that its reader does not need', () => {
    const { cursor, got } = cursorOver('as announced');
    cursor.start(0);
    for (const id of [1, 4]) cursor.receive(eventOf(id));
    cursor.skipTo(3);
    assert.deepEqual([got, cursor.position], [[1, 4], 4]);
  });

  it('does not skip events that it failed to read', async () => {
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

  it('reads the log once for concurrent callers', async () => {
    const { cursor, got, write, reads } = cursorOver('as announced');
    cursor.start(0);
    write(1, 2);
    await Promise.all([cursor.catchUp(2), cursor.catchUp(2)]);
    assert.deepEqual([got, reads()], [[1, 2], 1]);
  });
});
