import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { espaxFrame, startEspaxServer } from '../helpers/espax-server.ts';
import { eventually } from '../helpers/eventually.ts';
import { openConnection, page, SHORT_ANSWER_MS } from './paging.ts';

async function setUp(t: TestContext, replyMs?: number) {
  const server = await startEspaxServer();
  t.after(() => server.close());
  const opened = openConnection(t, server.url, replyMs);
  await opened.connected();
  return { server, ...opened };
}

const DELIVERED = { delivered: true, status: 200, error: null };

describe('a connection to an ESPA-X server', () => {
  it('logs in, and starts a process for each message', async (t) => {
    const { server, connection } = await setUp(t);
    const sent = page({ text: 'Jörg & Söhne, Zimmer <3>: Sturz', priority: 1 });
    assert.deepEqual(await connection.send(sent), DELIVERED);
    const [login, start] = server.requests;
    assert.deepEqual(
      [login?.name, login?.field('LI-USER'), login?.field('LI-PASSWORD')],
      ['REQ.LOGIN', 'vigil', 'pa:ss/word'],
    );
    assert.equal(start?.sessionId, 'session-1');
    assert.deepEqual(
      ['CP-PR-REF', 'CP-PHONENO', 'CP-TEXTMSG', 'CP-PRIO', 'CP-SIGNAL', 'CP-PR-DETAILS'].map((name) =>
        start?.field(name),
      ),
      [sent.ref, '4711', 'Jörg & Söhne, Zimmer <3>: Sturz', 'Emergency', 'Emergency', 'All'],
    );
  });

  it('sends messages one by one, in the order in which they come', async (t) => {
    const { server, connection } = await setUp(t);
    const numbers = Array.from({ length: 20 }, (_, i) => String(i));
    await Promise.all(numbers.map((number) => connection.send(page({ number }))));
    assert.deepEqual(
      server.started.map((request) => request.field('CP-PHONENO')),
      numbers,
    );
  });

  it('reads answers in pieces of any size', async (t) => {
    const { server, connection, events } = await setUp(t);
    server.split(3);
    assert.deepEqual(await connection.send(page()), DELIVERED);
    server.accept(server.started[0] ?? assert.fail());
    await eventually('the acknowledgement is read', () => events.length === 1);
  });

  it('reports what the server refuses, and what cannot succeed later', async (t) => {
    const { server, connection } = await setUp(t);
    const answers = [];
    for (const code of [400, 404, 406, 409, 410, 503, 602]) {
      server.behave((request) => (request.name === 'REQ.P-START' ? { code } : undefined));
      const { delivered, status, error, final = false } = await connection.send(page());
      answers.push([delivered, status, error, final]);
    }
    assert.deepEqual(answers, [
      [false, 400, 'answered 400', true],
      [false, 404, 'answered 404', true],
      [false, 406, 'answered 406', false],
      [false, 409, 'answered 409', false],
      [false, 410, 'answered 410', false],
      [false, 503, 'answered 503', false],
      [false, null, 'answered 602', false],
    ]);
    assert.ok(connection.isConnected());
  });

  it('does not repeat a message whose answer was lost: the server knows its reference', async (t) => {
    const { server, connection, lost, pass, connected } = await setUp(t);
    const sent = page();
    let isLost = false;
    server.behave((request) => {
      if (request.name !== 'REQ.P-START' || isLost) return undefined;
      isLost = true;
      (server.started as unknown[]).push(request);
      return 'close';
    });
    assert.equal((await connection.send(sent)).delivered, false);
    await lost();
    await pass(5);
    await connected();
    assert.deepEqual(await connection.send(sent), { ...DELIVERED, status: 450 });
    assert.equal(server.started.length, 1);
  });

  it('is broken by a server that accepts and never answers', async (t) => {
    const { server, connection, lost } = await setUp(t, SHORT_ANSWER_MS);
    server.behave(() => 'silent');
    assert.equal((await connection.send(page())).error, 'the pager server did not answer');
    await lost();
  });

  it('logs in again after the server has ended the session', async (t) => {
    const { server, connection, lost, pass, connected } = await setUp(t);
    server.behave((request) => (request.name === 'REQ.P-START' ? { code: 407 } : undefined));
    assert.equal((await connection.send(page())).delivered, false);
    await lost();
    server.behave(() => undefined);
    await pass(5);
    await connected();
    assert.ok((await connection.send(page())).delivered);
  });

  it('tries again every 5 s when the login is refused, without the password in the log', async (t) => {
    const server = await startEspaxServer();
    t.after(() => server.close());
    const { connection, logged, pass } = openConnection(
      t,
      server.url.replace(/vigil:[^@]+@/, 'vigil:wrong-password@'),
    );
    connection.hold();
    await eventually('the login is refused', () => logged.length === 1);
    assert.match(logged.join(), /refused the login \(401\)/);
    await pass(5);
    await eventually('the second login is refused', () => server.requests.length === 2);
    assert.doesNotMatch(logged.join(), /wrong-password/);
    assert.ok(!connection.isConnected());
  });

  it('sends a heartbeat every 5 s while it is idle, and is broken by a missing answer', async (t) => {
    const { server, pass, lost } = await setUp(t, SHORT_ANSWER_MS);
    const beats = () => server.requests.filter(({ name }) => name === 'REQ.HEARTBEAT').length;
    await pass(4.5);
    assert.equal(beats(), 0);
    await pass(0.5);
    assert.equal(beats(), 1);
    server.behave(({ name }) => (name === 'REQ.HEARTBEAT' ? 'silent' : undefined));
    await pass(5);
    await lost();
  });

  it('beats faster where the server names a shorter interval', async (t) => {
    const server = await startEspaxServer();
    t.after(() => server.close());
    server.behave(({ name }) =>
      name === 'REQ.LOGIN' ? { code: 200, fields: '<LI-HBTM>4</LI-HBTM>' } : undefined,
    );
    const { connected, pass } = openConnection(t, server.url);
    await connected();
    await pass(1.5);
    assert.equal(server.requests.length, 1);
    await pass(0.5);
    assert.equal(server.requests.at(-1)?.name, 'REQ.HEARTBEAT');
  });

  it('takes an answer without a session for a refused login', async (t) => {
    const server = await startEspaxServer();
    t.after(() => server.close());
    server.behave(() => ({ code: 200, session: null }));
    const { connection, logged } = openConnection(t, server.url);
    connection.hold();
    await eventually('the login is refused', () => logged.length === 1);
    assert.match(logged.join(), /refused the login \(200\)/);
  });

  it('stops a process, and reports whether the server could be told', async (t) => {
    const { server, connection, lost } = await setUp(t);
    const sent = page();
    await connection.send(sent);
    assert.ok(await connection.stop(sent.ref));
    server.behave((request) => (request.name === 'REQ.P-STOP' ? { code: 410 } : undefined));
    assert.ok(await connection.stop(sent.ref), 'it has ended already');
    assert.deepEqual(server.stopped(), [sent.ref, sent.ref]);
    server.cut();
    await lost();
    assert.equal(await connection.stop(sent.ref), false);
  });

  it('reports acknowledgements by reference, or by the number of the process', async (t) => {
    const { server, connection, events } = await setUp(t);
    const sent = page();
    await connection.send(sent);
    server.indicate('IND.P-STARTED', { 'SP-PR-TAN': '1001', 'SP-STATUS': 'Active' });
    server.indicate('IND.P-EVENT', { 'SP-PR-TAN': '1001', 'SS-STATUS': 'Queued', 'SS-RESULT': 'None' });
    server.indicate('IND.P-EVENT', { 'SP-PR-TAN': '1001', 'SS-RESULT': 'Accepted', 'SS-NETW-NO': '4711' });
    server.indicate('IND.P-EVENT', { 'SP-PR-TAN': '9', 'SS-RESULT': 'Accepted' });
    server.indicate('IND.P-ENDED', {
      'CP-PR-REF': sent.ref,
      'SP-PR-TAN': '1001',
      'SP-ENDREASON': 'Finished',
    });
    server.indicate('IND.P-EVENT', { 'CP-PR-REF': sent.ref, 'SS-RESULT': 'No answer', 'SS-NETW-NO': '4711' });
    await eventually('both events are read', () => events.length === 2);
    assert.deepEqual(events, [
      { what: 'acknowledged', ref: sent.ref, number: '4711', reason: null },
      { what: 'failed', ref: sent.ref, number: '4711', reason: 'no answer' },
    ]);
  });

  for (const [what, bytes] of [
    ['garbage', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a header with an enormous length', Buffer.from('4558ffffffff00000000', 'hex')],
    ['XML that is not well-formed', espaxFrame('<ESPA-X><IND.P-EVENT></ESPA-X>')],
    ['a document type', espaxFrame('<!DOCTYPE a [<!ENTITY b "c">]><ESPA-X><IND.X>&b;</IND.X></ESPA-X>')],
    [
      'bytes that are no UTF-8',
      Buffer.concat([Buffer.from('45580000000d00000000', 'hex'), Buffer.of(255, 254, 253)]),
    ],
    ['a shutdown', espaxFrame('<ESPA-X><CMD.SHUTDOWN sessionID="s"/></ESPA-X>')],
  ] as const)
    it(`connects again after ${what}`, async (t) => {
      const { server, connection, lost, pass, connected } = await setUp(t);
      server.sendRaw(bytes);
      await lost();
      await pass(5);
      await connected();
      assert.ok((await connection.send(page())).delivered);
    });

  it('ignores messages that nobody asked for', async (t) => {
    const { server, connection, events } = await setUp(t);
    for (const xml of [
      '<ESPA-X><RSP.P-START invokeID="99"><RSP-CODE>200</RSP-CODE></RSP.P-START></ESPA-X>',
      '<ESPA-X><RSP.UNKNOWN/></ESPA-X>',
      '<ESPA-X><IND.S-SYSTEM><S-HEALTH>OK</S-HEALTH></IND.S-SYSTEM></ESPA-X>',
      '<ESPA-X><REQ.HEARTBEAT invokeID="1"/></ESPA-X>',
    ])
      server.sendRaw(espaxFrame(xml));
    assert.ok((await connection.send(page())).delivered);
    assert.deepEqual(events, []);
  });

  it('ends when the server sends without end, and keeps little of it', async (t) => {
    const { server, logged, lost } = await setUp(t);
    const before = process.memoryUsage().external;
    const frame = espaxFrame(`<ESPA-X><IND.X><A>${'x'.repeat(60_000)}</A></IND.X></ESPA-X>`);
    const megabyte = Buffer.concat(Array.from({ length: 16 }, () => frame));
    for (let i = 0; i < 100; i++) server.sendRaw(megabyte);
    await lost();
    assert.match(logged.join(), /sends too much/);
    assert.ok(process.memoryUsage().external - before < 300e6);
  });
});
