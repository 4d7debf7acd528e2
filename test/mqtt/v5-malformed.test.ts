import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { packet, text, u16 } from './packets.ts';
import { type Malformed, malformed, properties } from './v5-malformed-cases.ts';
import { connectWith, malformedConnects } from './v5-malformed-connects.ts';

const CONNACK = 0x20;
const DISCONNECT = 0xe0;

describe('malformed packets of MQTT 5', () => {
  let app: TestApp;
  let person: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    person = await signUp(app);
  });
  after(() => app.close());

  /** Everything that the server sends until it closes the connection; the second packet waits for an answer. */
  async function converse(...sent: readonly Buffer[]): Promise<Buffer> {
    const socket = connectTcp({ host: '127.0.0.1', port: app.app.ports.mqtt ?? 0, noDelay: true });
    let received = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes]);
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.on('close', resolve));
    const answered = once(socket, 'data').catch(() => {});
    for (const [i, bytes] of sent.entries()) {
      if (i > 0) await inTime('the server answers', answered);
      socket.write(bytes);
    }
    await inTime('the server closes the connection', closed);
    return received;
  }

  const welcome = (asked = properties()): Buffer =>
    packet(0x10, text('MQTT'), 5, 0xc2, u16(60), asked, text(''), text(person.email), text(person.token));

  /** The first byte of the last packet, and its reason. */
  const lastOf = (received: Buffer): readonly (number | undefined)[] => {
    let at = 0;
    let last = 0;
    while (at < received.length) {
      last = at;
      at += 2 + (received[at + 1] ?? 0);
    }
    const first = received[last];
    return [first, first === CONNACK ? received[last + 3] : received[last + 2]];
  };

  it('the table has at least 200 rows, each with a name of its own', () => {
    const names = [...malformed, ...malformedConnects].map(({ what }) => what);
    assert.ok(names.length >= 200, `${names.length}`);
    assert.equal(new Set(names).size, names.length);
  });

  /** In turns, each on a connection of its own: an account may have a hundred at a time. */
  async function judge(cases: readonly Malformed[], answer: number, first: () => readonly Buffer[]) {
    const wrong: string[] = [];
    const queue = [...cases];
    const work = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const [type, reason] = lastOf(await converse(...first(), one.bytes));
        if (type !== answer || reason !== one.reason)
          wrong.push(
            `${one.what}: ${type?.toString(16)} ${reason?.toString(16)}, not ${one.reason.toString(16)} (${one.clause})`,
          );
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    assert.deepEqual(wrong, []);
  }

  it('close the connection with a DISCONNECT that says why', () =>
    judge(malformed, DISCONNECT, () => [welcome()]));

  it('in CONNECT are answered by a CONNACK that says why', () => judge(malformedConnects, CONNACK, () => []));

  it('close the connection without an answer before the version is known', async () => {
    for (const bytes of [
      packet(0x10),
      packet(0x10, text('MQTT')),
      packet(0xe0, 0),
      packet(0x30, text('a'), 0),
    ])
      assert.equal((await converse(bytes)).length, 0);
  });

  it('that follow CONNECT at once are answered by a CONNACK that says why', async () => {
    const received = await converse(Buffer.concat([welcome(), packet(0xc1)]));
    assert.deepEqual(lastOf(received), [CONNACK, 0x81]);
  });

  it('are told apart from a Server Reference, which a DISCONNECT may carry (3.14.2.2.5)', async () => {
    const received = await converse(welcome(), packet(0xe0, 0, properties(0x1c, text('elsewhere'))));
    assert.deepEqual(lastOf(received), [CONNACK, 0]);
  });

  it('get no answer that is larger than the client accepts (MQTT-3.1.2-24)', async () => {
    const received = await converse(welcome(properties(0x27, u16(0), u16(2))));
    assert.equal(received.length, 0);
  });

  it('leave the service able to serve', async () => {
    const received = await converse(connectWith(properties()));
    assert.deepEqual(lastOf(received), [CONNACK, 0x86], 'wrong credentials');
  });
});
