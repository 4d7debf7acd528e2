import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { PASSWORD, signUp } from '../helpers/people.ts';
import { openRaw, sendRaw } from '../helpers/raw-http.ts';
import { lockWaits, sql } from '../helpers/sql.ts';

describe('request smuggling', () => {
  let app: TestApp;
  let port: number;
  before(async () => {
    app = await startTestApp();
    port = app.app.ports.http;
  });
  after(() => app.close());

  const lines = (...parts: string[]) => `${parts.join('\r\n')}\r\n\r\n`;
  const HOST = 'Host: vigil.example';
  const POST = 'POST /api/auth/login HTTP/1.1';
  const GET = 'GET /api/health HTTP/1.1';
  /** The request that an attacker wants the server to execute: its answer would be a 200. */
  const SECOND = lines(GET, HOST);

  const healthy = async () => assert.equal((await app.call('GET', '/health')).status, 200);

  /** Sends the bytes and returns every answer until the server closes or stops sending. */
  async function provoke(bytes: string, quietMs: number): Promise<{ statuses: string[]; closed: boolean }> {
    const connection = await openRaw(port);
    connection.send(bytes);
    const { text, closed } = await connection.rest(quietMs);
    connection.close();
    return { statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status), closed };
  }

  const attacks: Record<string, string> = {
    'two different lengths': `${lines(POST, HOST, 'Content-Length: 0', `Content-Length: ${SECOND.length}`)}${SECOND}`,
    'two different lengths, the longer first': `${lines(POST, HOST, `Content-Length: ${SECOND.length}`, 'Content-Length: 0')}${SECOND}`,
    'the same length twice': `${lines(POST, HOST, 'Content-Length: 0', 'Content-Length: 0')}${SECOND}`,
    'a list of lengths': `${lines(POST, HOST, 'Content-Length: 0, 0')}${SECOND}`,
    'an empty length': `${lines(POST, HOST, 'Content-Length: ')}${SECOND}`,
    'an empty length, then a good one': `${lines(POST, HOST, 'Content-Length: ', 'Content-Length: 0')}${SECOND}`,
    'a signed length': `${lines(POST, HOST, 'Content-Length: +0')}${SECOND}`,
    'a negative length': `${lines(POST, HOST, 'Content-Length: -1')}${SECOND}`,
    'a hexadecimal length': `${lines(POST, HOST, 'Content-Length: 0x0')}${SECOND}`,
    'a length with a letter': `${lines(POST, HOST, 'Content-Length: 0a')}${SECOND}`,
    'a length that overflows': `${lines(POST, HOST, 'Content-Length: 18446744073709551616')}${SECOND}`,
    'length and chunks': `${lines(POST, HOST, `Content-Length: ${SECOND.length + 5}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${SECOND}`,
    'chunks and length': `${lines(POST, HOST, 'Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n${SECOND}`,
    'chunks and length 0': `${lines(POST, HOST, 'Transfer-Encoding: chunked', 'Content-Length: 0')}0\r\n\r\n${SECOND}`,
    'chunks and an empty length': `${lines(POST, HOST, 'Transfer-Encoding: chunked', 'Content-Length:')}0\r\n\r\n${SECOND}`,
    'an unknown encoding': `${lines(POST, HOST, 'Transfer-Encoding: xchunked')}0\r\n\r\n${SECOND}`,
    'an empty encoding': `${lines(POST, HOST, 'Transfer-Encoding:')}0\r\n\r\n${SECOND}`,
    'the encoding identity': `${lines(POST, HOST, 'Transfer-Encoding: identity')}0\r\n\r\n${SECOND}`,
    'the encodings gzip and chunked': `${lines(POST, HOST, 'Transfer-Encoding: gzip, chunked')}0\r\n\r\n${SECOND}`,
    'the encodings chunked and identity': `${lines(POST, HOST, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${SECOND}`,
    'chunked twice': `${lines(POST, HOST, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n${SECOND}`,
    'chunked, then nothing': `${lines(POST, HOST, 'Transfer-Encoding: chunked', 'Transfer-Encoding:')}0\r\n\r\n${SECOND}`,
    'an encoding behind a tab': `${lines(POST, HOST, 'Transfer-Encoding:\tchunked', 'Content-Length: 3')}0\r\n\r\n${SECOND}`,
    'an encoding on a GET together with a length': `${lines(GET, HOST, 'Transfer-Encoding: chunked', 'Content-Length: 3')}0\r\n\r\n${SECOND}`,
    'a chunk size that is no number': `${lines(POST, HOST, 'Transfer-Encoding: chunked')}xyz\r\n\r\n${SECOND}`,
    'a chunk size that overflows': `${lines(POST, HOST, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n\r\n${SECOND}`,
    'two hosts': `${lines(GET, HOST, 'Host: other.example')}${SECOND}`,
    'the same host twice': `${lines(GET, HOST, HOST)}${SECOND}`,
    'an empty host, then another': `${lines(GET, 'Host: ', HOST)}${SECOND}`,
    'a host, then an empty one': `${lines(GET, HOST, 'Host:')}${SECOND}`,
    'no host': `${lines(GET, 'Accept: */*')}${SECOND}`,
    'an empty host': `${lines(GET, 'Host:')}${SECOND}`,
    'another protocol': `${lines('GET /api/health HTTP/3.7', HOST)}${SECOND}`,
    'two Authorization headers': `${lines(GET, HOST, 'Authorization: Bearer a', 'Authorization: Bearer b')}${SECOND}`,
  };

  /**
   * Depending on its release the parser treats these as incomplete or refuses them: it waits for the rest and drops the client
   * after 10 s, or answers 400 (a missing protocol: 505) and closes.
   */
  const incomplete: Record<string, string> = {
    'a blank before the colon of Content-Length': `${lines(POST, HOST, 'Content-Length : 0')}${SECOND}`,
    'a folded length': `${lines(POST, HOST, 'Content-Length:', ` ${SECOND.length}`)}${SECOND}`,
    'a blank before the colon of Transfer-Encoding': `${lines(POST, HOST, 'Transfer-Encoding : chunked')}0\r\n\r\n${SECOND}`,
    'an encoding behind a vertical tab': `${lines(POST, HOST, 'Transfer-Encoding: \x0bchunked')}0\r\n\r\n${SECOND}`,
    'no header at all': `${lines(GET)}${SECOND}`,
    'a blank in front of a header': `${lines(GET, HOST, ' X: y')}${SECOND}`,
    'a header without a colon': `${lines(GET, HOST, 'nonsense')}${SECOND}`,
    'no protocol': `${lines('GET /api/health', HOST)}${SECOND}`,
    'a NUL in a header name': `${lines(GET, HOST, 'X\0Y: z')}${SECOND}`,
  };

  describe('an ambiguous request', { concurrency: 8 }, () => {
    for (const [what, bytes] of Object.entries(attacks)) {
      it(`gets 400 or a closed connection, and never a second answer: ${what}`, async () => {
        const { statuses, closed } = await provoke(bytes, 5_000);
        assert.ok(statuses.length <= 1, `answers: ${statuses.join(', ')}`);
        // The parser answers some of them with another 4xx or 505.
        for (const status of statuses) assert.match(status, /^(400|4\d\d|505)$/);
        assert.ok(closed, `the connection is still open after ${statuses.join(', ') || 'silence'}`);
      });
    }

    for (const [what, bytes] of Object.entries(incomplete)) {
      it(`is refused or never answered, and requests behind it are never executed: ${what}`, async () => {
        const { statuses, closed } = await provoke(bytes + SECOND + SECOND, 300);
        if (statuses.length === 0) return;
        assert.match(statuses.join(), what === 'no protocol' ? /^(400|505)$/ : /^400$/);
        assert.ok(closed, 'the connection is still open after a refusal');
      });
    }

    it('gets the envelope when the service itself refuses it', async () => {
      // Not two hosts: the server binary for Node 22 refuses those before the service sees them.
      const answer = await sendRaw(
        port,
        lines(GET, HOST, 'Authorization: Bearer a', 'Authorization: Bearer b'),
      );
      assert.equal(answer.status, 400);
      assert.equal(answer.body.success, false);
      assert.match(answer.body.error, /Authorization/);
      assert.match(answer.head, /x-content-type-options: nosniff/i);
    });
  });

  describe('a connection', () => {
    const login = (headers: string[], body: string) => `${lines(POST, HOST, ...headers)}${body}`;
    const BODY = JSON.stringify({ email: 'nobody@example.org', password: PASSWORD });

    it('serves one request after another, whether or not their bodies were read', async () => {
      const connection = await openRaw(port);
      const inTurn: [string, number][] = [
        [login([`Content-Length: ${BODY.length}`], BODY), 401],
        [login(['Transfer-Encoding: chunked'], `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`), 401],
        [`${lines('POST /api/nowhere HTTP/1.1', HOST, `Content-Length: ${SECOND.length}`)}${SECOND}`, 404],
        [`${lines('POST /api/health HTTP/1.1', HOST, `Content-Length: ${SECOND.length}`)}${SECOND}`, 405],
        [`${lines(GET, HOST, `Content-Length: ${SECOND.length}`)}${SECOND}`, 200],
        [
          `${lines('POST /api/auth/logout HTTP/1.1', HOST, `Content-Length: ${SECOND.length}`)}${SECOND}`,
          401,
        ],
        [`${lines('OPTIONS /api/me HTTP/1.1', HOST, `Content-Length: ${SECOND.length}`)}${SECOND}`, 204],
        [`${lines('HEAD /api/health HTTP/1.1', HOST)}`, 200],
        [login(['Content-Length: 70000'], 'x'.repeat(70_000)), 413],
        [SECOND, 200],
      ];
      for (const [bytes, expected] of inTurn) {
        connection.send(bytes);
        const { status, head } = await connection.answer();
        // HEAD and 204 have no body here, so the next answer begins right after the headers.
        assert.equal(status, expected, head);
      }
      const { text } = await connection.rest(100);
      assert.equal(text, '');
      connection.close();
    });

    it('accepts headers and a body byte by byte and in many chunks', async () => {
      const connection = await openRaw(port);
      // The first line must arrive in one piece: the binary for Node 20 (v20.41) answers 505 to a part of it.
      const [first, ...rest] = login([`Content-Length: ${BODY.length}`], BODY).split(/(?<=HTTP\/1\.1\r\n)/);
      connection.send(first ?? '');
      for (const byte of rest.join('')) {
        connection.send(byte);
        await new Promise(setImmediate);
      }
      assert.equal((await connection.answer()).status, 401);
      const chunks = [...BODY].map((character) => `1\r\n${character}\r\n`).join('');
      connection.send(login(['Transfer-Encoding: Chunked'], `${chunks}0\r\n\r\n`));
      assert.equal((await connection.answer()).status, 401);
      connection.close();
    });
  });

  describe('a client that disconnects', () => {
    it('in the middle of its body does no harm', async () => {
      for (const headers of [['Content-Length: 1000'], ['Transfer-Encoding: chunked']]) {
        const connection = await openRaw(port);
        connection.send(`${lines(POST, HOST, ...headers)}3e8\r\n{"email":`);
        // A clean close, so that the service reads the partial body before it sees the end.
        connection.socket.end();
        await connection.rest(5_000);
        connection.close();
      }
      await healthy();
    });

    it('before its answer does no harm, and its request is completed', async () => {
      const { email, token } = await signUp(app);
      const impatient = Array.from({ length: 20 }, () => {
        const body = JSON.stringify({ email, password: PASSWORD });
        const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
        const call = request(`${app.url}/auth/login`, { method: 'POST', headers, agent: false });
        call.on('error', () => {});
        call.end(body, () => call.destroy());
        return new Promise((resolve) => call.on('close', resolve));
      });
      await Promise.all(impatient);
      await healthy();
      const put = lines(
        'PUT /api/profile/me HTTP/1.1',
        HOST,
        `Authorization: Bearer ${token}`,
        'Content-Length: 15',
      );
      const connection = await openRaw(port);
      connection.send(`${put}{"phone":"555"}`);
      connection.socket.end();
      await connection.rest(300);
      connection.close();
      const phone = async () => (await app.call('GET', '/profile/me', { token })).body.data.phone;
      await eventually('the change is stored', async () => (await phone()) === '555');
    });

    it('before its answer still has its request completed, even when the service stops', async () => {
      const brief = await startTestApp();
      const { email, id } = await signUp(brief);
      const blocker = new Client({ connectionString: brief.databaseUrl });
      await blocker.connect();
      await blocker.query('BEGIN');
      await blocker.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
      const body = JSON.stringify({ email, password: PASSWORD });
      const connection = await openRaw(brief.app.ports.http);
      connection.send(`${lines(POST, HOST, `Content-Length: ${body.length}`)}${body}`);
      await eventually('the login waits for the lock', async () => (await lockWaits(brief.databaseUrl)) > 0);
      connection.close();
      const stopped = brief.app.close();
      const isRefused = () =>
        openRaw(brief.app.ports.http).then(
          (other) => {
            other.close();
            return false;
          },
          () => true,
        );
      await eventually('the service refuses new connections', isRefused);
      await blocker.query('COMMIT');
      await blocker.end();
      await stopped;
      const trail = `SELECT 1 FROM audit_log WHERE actor_id = $1 AND action = 'login'`;
      assert.equal((await sql(brief.databaseUrl, trail, [id])).length, 1);
      await brief.close();
    });

    it('in the middle of its headers does no harm', async () => {
      const connection = await openRaw(port);
      await new Promise((resolve) => connection.socket.write('GET /api/me HT', resolve));
      connection.socket.resetAndDestroy();
      await healthy();
    });
  });
});
