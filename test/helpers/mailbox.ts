import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Mail {
  readonly to: readonly string[];
  readonly raw: string;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: readonly Mail[];
  /** Makes the server refuse or accept every recipient from now on. */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

/** A mail server on 127.0.0.1 that stores every mail. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: Mail[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      isRefusing ? done(Object.assign(new Error('no'), { responseCode: 550 })) : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse(refused) {
      isRefusing = refused;
    },
    close: () => new Promise<void>((done) => server.close(done)),
  };
}
