import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createBatchWriter } from '../../src/platform/database/batch-writer.ts';
import { Unavailable } from '../../src/platform/errors.ts';
import { silentLog } from '../helpers/silent-log.ts';

const silent = silentLog();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A table whose writes can be made to fail. */
function table(fails: (entries: readonly number[]) => Error | undefined = () => undefined) {
  const written: number[] = [];
  const groups: number[] = [];
  return {
    written,
    groups,
    async write(entries: readonly number[]) {
      await turn();
      const error = fails(entries);
      if (error !== undefined) throw error;
      written.push(...entries);
      groups.push(entries.length);
    },
  };
}

describe('the batch writer', () => {
  // Keeps the process alive; the writer's own timer does not.
  const alive = setInterval(() => {}, 1000);
  after(() => clearInterval(alive));

  it('writes all entries in order, in few batches', async () => {
    const { write, written, groups } = table();
    const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
    const entries = Array.from({ length: 1200 }, (_, i) => i);
    await Promise.all(entries.map((entry) => writer.add(entry)));
    assert.deepEqual(written, entries);
    assert.ok(groups.length <= 5, `${groups}`);
  });

  it('writes an entry that is added just after the last one was written, however many ticks later', async () => {
    for (let ticks = 0; ticks < 10; ticks++) {
      const { write, written } = table();
      const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
      await writer.add(1);
      for (let tick = 0; tick < ticks; tick++) await null;
      void writer.add(2);
      for (let i = 0; i < 5; i++) await turn();
      assert.deepEqual(written, [1, 2], `after ${ticks} ticks`);
    }
  });

  it('does not block readers while the database is unavailable', async () => {
    let away = true;
    const { write, written } = table(() => (away ? new Unavailable() : undefined));
    const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
    const added = writer.add(1);
    await writer.settled();
    assert.deepEqual(written, []);
    away = false;
    await added;
    await writer.settled();
    assert.deepEqual(written, [1]);
  });

  it('with a pause collects entries between batches; settled() and drain() skip the pause', async () => {
    const { write, groups } = table();
    const writer = createBatchWriter<number>({ name: 'test', write, restMsEach: 20, log: silent });
    await Promise.all(Array.from({ length: 5 }, (_, i) => writer.add(i)));
    for (const entry of [5, 6, 7]) {
      void writer.add(entry);
      await turn();
    }
    await writer.settled();
    assert.deepEqual(groups, [1, 4, 3]);
    void writer.add(8);
    await writer.drain();
    assert.deepEqual(groups, [1, 4, 3, 1]);
  });

  it('resolves an entry once it is written, not before', async () => {
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const writer = createBatchWriter<number>({ name: 'test', write: () => gate, log: silent });
    let done = false;
    const adding = writer.add(1).then(() => {
      done = true;
    });
    await turn();
    assert.equal(done, false);
    open?.();
    await adding;
    assert.equal(done, true);
  });

  it('settles although entries keep arriving', async () => {
    let adding = true;
    const write = async () => {
      await turn();
      if (adding) void writer.add(0);
    };
    const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
    void writer.add(0);
    await writer.settled();
    adding = false;
    await writer.drain();
  });

  it('settles when all entries added so far are written', async () => {
    const { write, written } = table();
    const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
    await writer.settled();
    void writer.add(1);
    await turn();
    void writer.add(2);
    await writer.settled();
    assert.deepEqual(written, [1, 2]);
  });

  it('keeps entries while the database is unavailable and writes them once afterwards', async () => {
    let away = true;
    const { write, written } = table(() => (away ? new Unavailable() : undefined));
    const writer = createBatchWriter<number>({ name: 'test', write, log: silent });
    const adding = Promise.all([writer.add(1), writer.add(2)]);
    await turn();
    await turn();
    await turn();
    const later = writer.add(3);
    away = false;
    await Promise.all([adding, later]);
    assert.deepEqual(written, [1, 2, 3]);
  });

  it('drops an entry that cannot be written and writes the others', async () => {
    const { write, written } = table((entries) =>
      entries.includes(7) ? new Error('violates a constraint') : undefined,
    );
    const said: number[] = [];
    const writer = createBatchWriter<number>({
      name: 'test',
      write,
      log: silentLog({ error: () => said.push(1) }),
    });
    const entries = Array.from({ length: 20 }, (_, i) => i);
    await Promise.all(entries.map((entry) => writer.add(entry)));
    assert.deepEqual(
      written,
      entries.filter((entry) => entry !== 7),
    );
    assert.ok(said.length > 0, 'the drop is logged');
  });

  it('drops the oldest entries beyond its bound and logs it', async () => {
    let away = true;
    const { write, written } = table(() => (away ? new Unavailable() : undefined));
    const said: number[] = [];
    const writer = createBatchWriter<number>({
      name: 'test',
      write,
      log: silentLog({ error: () => said.push(1) }),
    });
    const answers = Array.from({ length: 12_000 }, (_, i) => writer.add(i));
    assert.ok(said.length >= 1_000);
    await answers[1];
    away = false;
    await Promise.all(answers);
    assert.equal(written.at(-1), 11_999);
    assert.ok(written.length >= 10_000 && written.length <= 11_000, String(written.length));
  });

  it('drains pending entries, and gives up when the database is unavailable', async () => {
    const { write, written } = table();
    const well = createBatchWriter<number>({ name: 'test', write, log: silent });
    void well.add(1);
    await well.drain();
    assert.deepEqual(written, [1]);

    const away = createBatchWriter<number>({
      name: 'test',
      write: table(() => new Unavailable()).write,
      log: silent,
    });
    const added = away.add(1);
    await away.drain();
    await added;
  });

  it('goes on when its callback for a dropped entry throws', async () => {
    const { write, written } = table((entries) => (entries.includes(2) ? new Error('bad') : undefined));
    const lines: string[] = [];
    const writer = createBatchWriter<number>({
      name: 'test',
      write,
      onDropped: () => {
        throw new Error('bad callback');
      },
      log: silentLog({ error: (_fields, line) => void lines.push(line) }),
    });
    await Promise.all([1, 2, 3].map((entry) => writer.add(entry)));
    assert.deepEqual(written, [1, 3]);
    assert.deepEqual(lines, [
      'test: entry dropped, it cannot be written',
      'test: callback of a dropped entry failed',
    ]);
  });
});
