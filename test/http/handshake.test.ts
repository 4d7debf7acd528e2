import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { openRaw } from '../helpers/raw-http.ts';

describe('the WebSocket handshake', () => {
  let app: TestApp;
  let ada: Person;
  before(async () => {
    app = await startTestApp();
    ada = await signUp(app);
  });
  after(() => app.close());

  const KEY = randomBytes(16).toString('base64');
  const GOOD = {
    Connection: ['Upgrade'],
    Upgrade: ['websocket'],
    'Sec-WebSocket-Version': ['13'],
    'Sec-WebSocket-Key': [KEY],
  };

  interface Shape {
    readonly start?: string;
    readonly headers?: Readonly<Record<string, readonly string[]>>;
    readonly body?: string;
  }

  async function handshake(path: string, { start = `GET ${path} HTTP/1.1`, headers = {}, body = '' }: Shape) {
    const own =
      path === '/mqtt' ? { 'Sec-WebSocket-Protocol': ['mqtt'] } : { Authorization: [`Bearer ${ada.token}`] };
    const lines = Object.entries({ Host: ['x'], ...own, ...GOOD, ...headers }).flatMap(([name, values]) =>
      values.map((value) => `${name}: ${value}`),
    );
    const connection = await openRaw(app.app.ports.http);
    connection.send(`${[start, ...lines].join('\r\n')}\r\n\r\n${body}`);
    await connection.begun();
    const { text, closed } = await connection.rest(200);
    connection.close();
    return {
      statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)),
      text,
      closed,
    };
  }

  const SECOND = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';

  for (const path of ['/api/live', '/mqtt']) {
    describe(`at ${path}`, () => {
      it('accepts headers as in RFC 6455, in any case and with further list items', async () => {
        assert.deepEqual((await handshake(path, {})).statuses, [101]);
        const headers = {
          Connection: ['keep-alive, UPGRADE'],
          Upgrade: ['WebSocket'],
          'Content-Length': ['0'],
        };
        assert.deepEqual((await handshake(path, { headers })).statuses, [101]);
        assert.deepEqual(
          (await handshake(path, { headers: { Connection: ['keep-alive', 'upgrade'] } })).statuses,
          [101],
        );
      });

      for (const versions of [['8'], ['14'], ['x'], [''], [], ['13', '8'], ['13, 8']]) {
        it(`answers 426 with the supported version to version ${versions.join(' and ') || 'none'}`, async () => {
          const { statuses, text } = await handshake(path, {
            headers: { 'Sec-WebSocket-Version': versions },
          });
          assert.deepEqual(statuses, [426]);
          assert.match(text, /^sec-websocket-version: 13\r$/im);
        });
      }

      const flaws: Record<string, Shape> = {
        'no Connection header': { headers: { Connection: [] } },
        'Connection without Upgrade': { headers: { Connection: ['keep-alive'] } },
        'no Upgrade header': { headers: { Upgrade: [] } },
        'another Upgrade': { headers: { Upgrade: ['h2c'] } },
        'no key': { headers: { 'Sec-WebSocket-Key': [] } },
        'two keys': { headers: { 'Sec-WebSocket-Key': [KEY, randomBytes(16).toString('base64')] } },
        'the same key twice': { headers: { 'Sec-WebSocket-Key': [KEY, KEY] } },
        'a key that is too short': { headers: { 'Sec-WebSocket-Key': ['AAAA'] } },
        'a key of 17 bytes': { headers: { 'Sec-WebSocket-Key': [randomBytes(17).toString('base64')] } },
        'a key that is no base64': { headers: { 'Sec-WebSocket-Key': ['!'.repeat(24)] } },
        'a body with a length': { headers: { 'Content-Length': [String(SECOND.length)] }, body: SECOND },
        'a body in chunks': { headers: { 'Transfer-Encoding': ['chunked'] }, body: '2\r\nhi\r\n0\r\n\r\n' },
        'the method POST': { start: `POST ${path} HTTP/1.1`, headers: { 'Content-Length': ['0'] } },
        'the method PUT': { start: `PUT ${path} HTTP/1.1`, headers: { 'Content-Length': ['0'] } },
        'two hosts': { headers: { Host: ['x', 'y'] } },
      };
      for (const [what, shape] of Object.entries(flaws)) {
        it(`answers one 400 to ${what}`, async () => {
          const { statuses, text } = await handshake(path, shape);
          assert.deepEqual(statuses, [400], text);
          // The server binary for Node 22 itself refuses two hosts.
          if (what !== 'two hosts') assert.match(text, /"success":false/);
        });
      }

      it('fails over HTTP/1.0', async () => {
        const { statuses, closed } = await handshake(path, { start: `GET ${path} HTTP/1.0` });
        assert.ok(!statuses.includes(101) && closed);
      });
    });
  }
});
