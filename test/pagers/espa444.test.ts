import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startEspa444Server } from '../helpers/espa444-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { openConnection, page, SHORT_ANSWER_MS } from './paging.ts';

async function setUp(t: TestContext, replyMs?: number) {
  const server = await startEspa444Server();
  t.after(() => server.close());
  const opened = openConnection(t, server.url, replyMs);
  await opened.connected();
  await eventually('the line is clear after the login', () => server.received().at(-1) === 4);
  return { server, ...opened };
}

const SELECTION = Buffer.from([4, 0x31, 5, 0x32, 5]);
const DELIVERED = { delivered: true, status: null, error: null };

describe('a connection to an ESPA 4.4.4 paging system', () => {
  it('selects the paging system, sends the block and clears the line', async (t) => {
    const { server, connection } = await setUp(t);
    const before = server.received().length;
    assert.deepEqual(await connection.send(page({ text: 'Jörg Groß, Zimmer 3: Sturz' })), DELIVERED);
    assert.deepEqual(server.calls, [
      { 1: '4711', 2: 'Joerg Gross, Zimmer 3: Sturz', 3: '2', 4: '3', 5: '1', 6: '2' },
    ]);
    await eventually('the line is clear', () => server.received().at(-1) === 4);
    const sent = server.received().subarray(before);
    assert.deepEqual(sent, Buffer.concat([SELECTION, server.blocks[0] ?? assert.fail(), Buffer.of(4)]));
  });

  it('sends messages one by one, in the order in which they come', async (t) => {
    const { server, connection } = await setUp(t);
    const numbers = Array.from({ length: 20 }, (_, i) => String(i));
    await Promise.all(numbers.map((number) => connection.send(page({ number }))));
    assert.deepEqual(
      server.calls.map((call) => call[1]),
      numbers,
    );
  });

  it('repeats the same block after NAK, three times at most', async (t) => {
    const { server, connection } = await setUp(t);
    server.onBlock((n) => (n < 3 ? 'nak' : 'ack'));
    assert.deepEqual(await connection.send(page()), DELIVERED);
    assert.equal(server.blocks.length, 3);
    assert.ok(server.blocks.every((block) => block.equals(server.blocks[0] as Buffer)));
    server.onBlock(() => 'nak');
    const refused = await connection.send(page());
    assert.deepEqual(
      [refused.delivered, refused.error],
      [false, 'the paging system refused the message (NAK)'],
    );
    assert.equal(server.blocks.length, 6);
    server.onBlock(() => 'ack');
    assert.ok((await connection.send(page())).delivered, 'the connection still works');
    assert.equal(server.connections(), 1);
  });

  it('repeats a block that was changed on the way, and thus has a wrong block check', async (t) => {
    const { server, connection } = await setUp(t);
    let disturbed = 0;
    server.disturb((chunk) => {
      const at = chunk.indexOf('room');
      if (at === -1 || disturbed === 2) return chunk;
      disturbed += 1;
      const changed = Buffer.from(chunk);
      changed[at] = 0x52;
      return changed;
    });
    assert.deepEqual(await connection.send(page()), DELIVERED);
    assert.equal(server.blocks.length, 3);
    assert.equal(server.calls[0]?.[2], 'Edith Brandt, room 12: fall');
  });

  it('repeats a lost selection, but never a block without an answer', async (t) => {
    const { server, connection, lost } = await setUp(t, SHORT_ANSWER_MS);
    server.onSelection((n) => (n < 3 ? 'silent' : 'ack'));
    assert.deepEqual(await connection.send(page()), DELIVERED);
    server.onSelection(() => 'ack');
    server.onBlock(() => 'silent');
    const waiting = connection.send(page({ number: '2' }));
    const behind = connection.send(page({ number: '3' }));
    assert.equal((await waiting).error, 'the paging system did not answer');
    assert.equal((await behind).delivered, false, 'the line is dead');
    await lost();
    assert.equal(server.blocks.length, 2);
  });

  it('takes a late answer to a selection for no answer to the block', async (t) => {
    const { server, connection } = await setUp(t, SHORT_ANSWER_MS);
    // The answers to the first two selections come together with the third.
    server.onSelection((n) => (n < 3 ? 'silent' : Buffer.from([6, 6, 6])));
    server.onBlock(() => 'nak');
    assert.equal((await connection.send(page())).delivered, false);
  });

  it('reports a paging system that is busy, and stays connected', async (t) => {
    const { server, connection } = await setUp(t);
    server.onSelection((n) => (n === 1 ? 'nak' : 'ack'));
    assert.ok((await connection.send(page())).delivered);
    server.onSelection((n) => (n % 2 ? 'nak' : 'eot'));
    assert.equal((await connection.send(page())).error, 'the paging system is busy (NAK)');
    server.onSelection(() => 'ack');
    server.onBlock(() => 'eot');
    assert.equal((await connection.send(page())).error, 'the paging system ended the transmission');
    assert.ok(connection.isConnected());
  });

  it('selects the idle line every 30 s, and gives up a line that no longer answers', async (t) => {
    const { server, connection, pass, lost } = await setUp(t, SHORT_ANSWER_MS);
    assert.equal(server.selections(), 1, 'at the start');
    await pass(29);
    assert.equal(server.selections(), 1);
    await pass(1);
    assert.equal(server.selections(), 2);
    server.onSelection(() => 'silent');
    await pass(30);
    await lost();
    assert.equal(server.selections(), 5);
    assert.equal((await connection.send(page())).error, 'the pager server is not connected');
  });

  it('connects again every 5 s, and fails messages at once until then', async (t) => {
    const { server, connection, pass, lost, connected } = await setUp(t);
    server.cut();
    await lost();
    assert.equal((await connection.send(page())).error, 'the pager server is not connected');
    await pass(4.5);
    assert.equal(server.connections(), 1);
    await pass(0.5);
    await connected();
    assert.equal(server.connections(), 2);
    assert.ok((await connection.send(page())).delivered);
    assert.equal(server.calls.length, 1);
  });

  it('counts as connected only when the paging system behind the converter answers', async (t) => {
    const server = await startEspa444Server();
    t.after(() => server.close());
    server.onSelection(() => 'silent');
    const { connection, pass, logged, connected } = openConnection(t, server.url, SHORT_ANSWER_MS);
    connection.hold();
    await eventually('the first try has failed', () => logged.length === 1);
    assert.match(logged[0] ?? '', /connection failed, retrying every 5 s .*did not answer/);
    await pass(5);
    await eventually('the second try has failed', () => server.selections() === 6);
    assert.equal(logged.length, 1, 'the same failure is logged once');
    assert.ok(!connection.isConnected());
    server.onSelection(() => 'ack');
    await pass(5);
    await connected();
  });

  it('answers polls with EOT and blocks with ACK or NAK, and skips garbage', async (t) => {
    const { server, connection } = await setUp(t);
    const answerTo = async (text: string, wanted: number) => {
      const before = server.received().length;
      server.send(Buffer.from(text, 'latin1'));
      await eventually(`an answer to ${JSON.stringify(text)}`, () => server.received().length > before);
      assert.equal(server.received().at(-1), wanted);
    };
    await answerTo('\x041\x05', 4);
    await answerTo('\x042\x051\x05', 6);
    await answerTo('\x012\x027\x1f1\x03\x2c', 21);
    server.send(Buffer.alloc(100_000, 0x7f));
    assert.ok((await connection.send(page())).delivered);
  });

  it('ends when the paging system sends without end', async (t) => {
    const { server, connection, lost, logged } = await setUp(t);
    for (let i = 0; i < 100; i++) server.send(Buffer.alloc(1_000_000, 0x06));
    await lost();
    assert.match(logged.join(), /sends too much/);
    assert.equal((await connection.send(page())).delivered, false);
  });

  it('does not send a message that was cancelled while it waited', async (t) => {
    const { server, connection } = await setUp(t);
    server.onBlock((n) => (n < 3 ? 'nak' : 'ack'));
    const first = connection.send(page({ number: '1' }));
    const cancelled = new AbortController();
    const second = connection.send(page({ number: '2' }), cancelled.signal);
    cancelled.abort();
    await first;
    assert.equal((await second).error, 'was cancelled');
    assert.deepEqual(
      server.calls.map((call) => call[1]),
      ['1'],
    );
  });

  it('closes at once, also while it connects or waits', async (t) => {
    const { server, connection } = await setUp(t);
    server.onBlock(() => 'silent');
    const waiting = connection.send(page());
    await eventually('the block has come', () => server.blocks.length === 1);
    await connection.close();
    assert.equal((await waiting).delivered, false);
    assert.ok(!connection.isConnected());
  });
});
