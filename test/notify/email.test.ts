import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createEmailChannel, sendVerificationCode } from '../../src/notify/channels/email.ts';
import { createMailer } from '../../src/notify/channels/mailer.ts';
import { patientNow } from '../helpers/patience.ts';
import { message } from './message.ts';

const from = 'Vigil <vigil@example.org>';
const target = { kind: 'email', address: 'ben@example.org' } as const;

/** A received mail: header lines unfolded, soft line breaks of quoted-printable joined. */
interface Arrived {
  readonly to: readonly string[];
  readonly raw: string;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

function arrived(to: readonly string[], raw: string): Arrived {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]/g, ' ').split('\r\n');
  const header = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))?.slice(name.length + 2);
  const body = rest.join('\n\n').replace(/\r\n/g, '\n');
  const quoted = header('content-transfer-encoding') === 'quoted-printable';
  return { to, raw, header, text: quoted ? body.replace(/=\n/g, '').replace(/=3D/g, '=') : body };
}

async function setUp(t: TestContext, options: SMTPServerOptions = {}) {
  const mails: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(
          arrived(
            session.envelope.rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString(),
          ),
        );
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from });
  t.after(async () => {
    mailer.close();
    await new Promise<void>((done) => server.close(done));
  });
  return { mails, mailer, channel: createEmailChannel(mailer) };
}

const refuse = (responseCode: number): Error => Object.assign(new Error('no'), { responseCode });

describe('an e-mail', () => {
  it('describes the fall, with a claim link and a link to the fall', async (t) => {
    const { mails, channel } = await setUp(t);
    const sent = message({ claimLink: 'https://vigil.example.org/claim/abc?x=1' });
    assert.deepEqual(await channel.send(target, sent), { delivered: true, status: 250, error: null });
    const [mail = assert.fail()] = mails;
    assert.deepEqual(mail.to, ['ben@example.org']);
    assert.equal(mail.header('From'), from);
    assert.equal(mail.header('To'), 'ben@example.org');
    assert.equal(mail.header('Subject'), 'Fall detected: Anna Berg');
    assert.equal(mail.header('Message-ID'), `<${sent.id}@example.org>`);
    assert.equal(mail.header('Auto-Submitted'), 'auto-generated');
    assert.match(mail.header('Content-Type') ?? '', /^text\/plain/);
    const when = 'Time: 1 Mar 2026, 13:00 (Europe/Berlin)';
    for (const part of [sent.body, sent.link, sent.claimLink ?? '', when])
      assert.ok(mail.text.includes(part), `${part} in ${mail.text}`);
  });

  it('lets no name inject a header or another recipient', async (t) => {
    const { mails, channel } = await setUp(t);
    const title = 'Fall of Anna\r\nBcc: eve@example.org\r\n\r\nhello';
    await channel.send(target, message({ title }));
    await channel.send({ address: 'ben@example.org, eve@example.org' }, message());
    const [mail = assert.fail()] = mails;
    assert.equal(mail.header('Subject'), 'Fall of Anna Bcc: eve@example.org hello');
    assert.equal(mail.header('Bcc'), undefined);
    for (const { to } of mails) assert.ok(to.length === 1 && to[0] !== 'eve@example.org', to.join());
  });

  it('contains the code that confirms an address', async (t) => {
    const { mails, mailer } = await setUp(t);
    const code = { id: 'c1', address: target.address, code: '012345' };
    for (const language of ['en', 'de'] as const)
      assert.ok((await sendVerificationCode(mailer, { ...code, language })).delivered);
    assert.match(mails[0]?.text ?? '', /Your code is 012345\. It is valid for 30 minutes\./);
    assert.match(mails[1]?.text ?? '', /Ihr Code lautet 012345\. Er gilt 30 Minuten\./);
  });

  it('is in the language of its reader', async (t) => {
    const { mails, channel } = await setUp(t);
    const reader = { timeZone: 'Europe/Berlin', language: 'de' } as const;
    await channel.send(target, message({ reader, claimLink: 'https://vigil.example.org/claim/abc' }));
    const [mail = assert.fail()] = mails;
    for (const part of [
      'Ich gehe hin (ein Tippen, ohne Anmeldung): https://vigil.example.org/claim/abc',
      'Anzeigen: https://vigil.example.org/falls/1',
      // As it is sent: quoted-printable.
      'Zeit: 1. M=C3=A4rz 2026, 13:00 (Europe/Berlin)',
    ])
      assert.ok(mail.text.includes(part), `${part} in ${mail.text}`);
  });

  it('reuses connections', async (t) => {
    let connections = 0;
    const { mails, channel } = await setUp(t, {
      onConnect(_session, done) {
        connections += 1;
        done();
      },
    });
    const results = await Promise.all(Array.from({ length: 30 }, () => channel.send(target, message())));
    assert.ok(results.every(({ delivered }) => delivered));
    assert.equal(mails.length, 30);
    assert.ok(connections <= 5, String(connections));
  });

  it('that is refused permanently is not retried', async (t) => {
    const { channel } = await setUp(t, { onRcptTo: (_address, _session, done) => done(refuse(550)) });
    assert.deepEqual(await channel.send(target, message()), {
      delivered: false,
      status: 550,
      error: 'answered 550',
      final: true,
    });
  });

  it('that is refused temporarily is retried', async (t) => {
    const { channel } = await setUp(t, { onMailFrom: (_address, _session, done) => done(refuse(451)) });
    assert.deepEqual(await channel.send(target, message()), {
      delivered: false,
      status: 451,
      error: 'answered 451',
    });
  });

  it('fails when no server listens', async (t) => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from });
    t.after(() => mailer.close());
    const { delivered, status, error, final } = await createEmailChannel(mailer).send(target, message());
    assert.deepEqual([delivered, status, final], [false, null, undefined]);
    assert.match(error ?? '', /^failed with E/);
  });

  it('times out when the mail server hangs, and queued mails can be cancelled', async (t) => {
    const hanging = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(hanging, 'listening');
    const { port } = hanging.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, timeoutMs: 200 });
    const channel = createEmailChannel(mailer);
    t.after(() => {
      mailer.close();
      hanging.close();
    });
    const began = patientNow();
    const results = await Promise.all(Array.from({ length: 20 }, () => channel.send(target, message())));
    assert.ok(patientNow() - began < 1_000);
    assert.ok(results.every(({ delivered, final }) => !delivered && final === undefined));
    const cancelled = await channel.send(target, message(), AbortSignal.timeout(20));
    assert.equal(cancelled.delivered, false);
  });
});
