import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { skipUnless } from '../firmware/compiler.ts';
import { createArrivals, inTime } from '../helpers/eventually.ts';
import { inProject } from '../helpers/project.ts';
import { randomMac, resting } from '../helpers/readings.ts';
import { signatureOf, upload } from '../updates/firmware.ts';
import { admin, app, firmware } from './service.ts';
import { NO_ECHO } from './watch.ts';

const PROGRAM = inProject('deploy', 'bluetooth-gateway', 'vigil-bluetooth-gateway');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** What a watch has at the other end of Bluetooth. */
class Radio {
  readonly #arrivals = createArrivals();
  readonly #process: ChildProcess;
  readonly #socket: Socket;
  received = '';

  private constructor(process: ChildProcess, socket: Socket) {
    this.#process = process;
    this.#socket = socket;
    socket.on('data', (data) => {
      this.received += data.toString('latin1');
      this.#arrivals.arrived();
    });
    socket.on('error', () => undefined);
  }

  static async to(url: string): Promise<Radio> {
    const folder = await mkdtemp(join(tmpdir(), 'vigil-radio-'));
    const server = createServer();
    server.listen(join(folder, 'socket'));
    await once(server, 'listening');
    const child = spawn('python3', [PROGRAM, '--url', url, '--socket', join(folder, 'socket')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [socket] = await inTime('the gateway connects', once(server, 'connection') as Promise<[Socket]>);
    server.close();
    await rm(folder, { recursive: true, force: true });
    return new Radio(child, socket);
  }

  send(text: string): void {
    this.#socket.write(Buffer.from(text, 'latin1'));
  }

  /** The reply to the request with this id: a call of GB with one literal. */
  reply(id: string): Promise<{ status?: number; resp?: string; err?: string }> {
    return this.#arrivals.until(`the reply to ${id}`, () => {
      for (const line of this.received.split('\n')) {
        if (!line.startsWith(`${NO_ECHO}GB(`)) continue;
        const text = line.slice(NO_ECHO.length);
        assert.match(text, /^GB\([\x20-\x7e]*\)$/);
        const reply = JSON.parse(text.slice(3, -1));
        if (reply.id === id) return reply;
      }
      return undefined;
    });
  }

  close(): void {
    this.#socket.destroy();
    this.#process.kill();
  }
}

describe('the Bluetooth gateway', { skip: skipUnless(hasPython, 'python3') }, () => {
  const url = app.url.replace(/\/api$/, '');
  let radio: Radio;
  let token: string;
  const mac = randomMac();
  before(async () => {
    radio = await Radio.to(url);
    const patient = await app.call('POST', '/auth/signup', {
      body: { email: 'gateway@example.org', password: 'Secret!123', firstName: 'G', lastName: 'W' },
    });
    const { body } = await app.call('POST', `/patients/${patient.body.data.id}/devices`, {
      token: admin.token,
      body: { macAddress: mac },
    });
    token = body.data.token;
  });

  after(() => radio.close());

  let number = 0;
  const lineOf = (message: object) => {
    const id = `vigil${++number}`;
    return { id, line: JSON.stringify({ t: 'http', id, ...message }) };
  };
  const reading = () => ({
    url: `${url}/api/device/sensor-stream`,
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(resting(mac)),
  });

  it('sets the clock of the watch, and forwards its readings', async () => {
    const { id, line } = lineOf(reading());
    // In the middle of what the console prints, and in pieces.
    for (const piece of ['>\r\n\x1b[J', line.slice(0, 20), line.slice(20), '\r\n']) radio.send(piece);
    const { status, resp = '' } = await radio.reply(id);
    assert.deepEqual([status, JSON.parse(resp).data.fallDetected], [200, false]);
    const [first = ''] = radio.received.split('\n');
    assert.ok(first.startsWith(NO_ECHO));
    assert.match(first.slice(1), /^setTime\([\d.]+\);E\.setTimeZone\(-?[\d.]+\)$/);
  });

  it('tells the watch a refusal with its status', async () => {
    const { id, line } = lineOf({ ...reading(), headers: { Authorization: 'Bearer wrong' } });
    radio.send(`\n${line}\n`);
    assert.equal((await radio.reply(id)).status, 401);
  });

  it('forwards to the routes of devices of its own service alone', async () => {
    for (const other of [
      'http://127.0.0.1:9/api/device/sensor-stream',
      `${url.replace('http://', 'http://x@')}/api/device/x`,
      `${url}/api/device/../admin/users`,
      `${url}/api/device/%2e%2e/admin/users`,
      `${url}/api/device/x?y=1`,
      `${url}/api/device/x y`,
      `${url}/api/devices`,
      `${url}/api/firmware`,
      `${url}/api/firmware/${'0'.repeat(36)}/devices`,
      `${url}/api/firmware/../firmware-${'0'.repeat(27)}/image`,
      `${url}.example.org/api/device/x`,
      'file:///etc/passwd',
      '//[',
      7,
    ]) {
      const { id, line } = lineOf({ ...reading(), url: other });
      radio.send(`${line}\n`);
      const reply = await radio.reply(id);
      assert.deepEqual([reply.status, typeof reply.err], [undefined, 'string'], String(other));
    }
    const { id, line } = lineOf({ ...reading(), method: 'DELETE' });
    radio.send(`${line}\n`);
    assert.equal(typeof (await radio.reply(id)).err, 'string');
  });

  it('forwards the loading of an image in pieces', async () => {
    const version = '0.09';
    const image = Buffer.from('{"version":"0.09"}\nvar a = "b";');
    const signature = signatureOf(firmware.key, version, image);
    const { body } = await upload(app, admin, { version, signature, image });
    const rollout = `/firmware/${body.data.id}/rollout`;
    const { status } = await app.call('POST', rollout, { token: admin.token, body: { share: 1 } });
    assert.equal(status, 200);
    const { Authorization } = reading().headers;
    const ask = async (path: string, headers: object) => {
      const { id, line } = lineOf({ url: `${url}/api/${path}`, method: 'GET', headers });
      radio.send(`${line}\n`);
      return radio.reply(id);
    };
    const offer = await ask(`device/${mac}/updates`, { Authorization });
    assert.equal(JSON.parse(offer.resp ?? '').data.version, version);
    const piece = await ask(`firmware/${body.data.id}/image`, { Authorization, Range: 'bytes=2-30' });
    assert.deepEqual([piece.status, piece.resp], [206, image.subarray(2, 31).toString()]);
  });

  it('survives whatever a watch prints', async () => {
    for (const junk of [
      '{"t":',
      '{"t":"http"}',
      '{"t":"http","id":7}',
      '{"t":"http","id":"a","url":null,"headers":[]}',
      `{"t":"http","id":"${'x'.repeat(99)}"}`,
      '{"t":["http"]}',
      `{"t":${'['.repeat(30_000)}`,
      'y'.repeat(200_000),
      '\xff\xfe\x00\x13\x11',
    ])
      radio.send(`${junk}\n`);
    const headers = { ...reading().headers, 'X-Forwarded-For': '1.2.3.4', Authorization: 'a\r\nX: y' };
    const { id, line } = lineOf({ ...reading(), headers });
    radio.send(`${line}\n`);
    assert.equal((await radio.reply(id)).status, 401);
    app.clock.advance(5000);
    const next = lineOf(reading());
    radio.send(`${next.line}\n`);
    assert.equal((await radio.reply(next.id)).status, 200);
  });

  it('says when the service does not answer, and goes on when it does; never writes code of the service', async () => {
    let hangsUp = true;
    const seen: IncomingMessage[] = [];
    const server = createHttpServer((incoming, reply) => {
      if (hangsUp) incoming.socket.destroy();
      else {
        seen.push(incoming);
        reply.end('");\n\x10load();//\u2028é');
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const other = await Radio.to(`http://127.0.0.1:${port}`);
    after(() => other.close());
    const to = { url: `http://127.0.0.1:${port}/api/device/x/fall`, method: 'GET', headers: {} };
    const first = lineOf(to);
    other.send(`${first.line}\n`);
    assert.equal((await other.reply(first.id)).err, 'The service did not answer');
    hangsUp = false;
    const second = lineOf(to);
    other.send(`${second.line}\n`);
    assert.deepEqual(await other.reply(second.id), {
      t: 'http',
      id: second.id,
      status: 200,
      resp: '");\n\x10load();//\u2028é',
    });
    assert.equal(seen[0]?.method, 'GET');
  });
});
