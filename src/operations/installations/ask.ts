import { request as requestPlain } from 'node:http';
import { request as requestByTls } from 'node:https';
import { TLSSocket } from 'node:tls';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Undefined without TLS. */
  readonly certificate: { readonly from: Date; readonly to: Date } | undefined;
}

const MAX_BYTES = 1024 * 1024;

/** GET, without redirects: they could lead the token elsewhere. Rejects after `patienceMs`, however much has arrived. */
export function ask(
  url: string,
  {
    token,
    patienceMs,
    isHere = false,
  }: {
    readonly token?: string;
    readonly patienceMs: number;
    /** This machine: its certificate is issued for another name. */
    readonly isHere?: boolean;
  },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const open = url.startsWith('https:') ? requestByTls : requestPlain;
    const request = open(url, {
      // A connection of its own shows the certificate.
      agent: false,
      ...(isHere && { rejectUnauthorized: false }),
      headers: {
        accept: 'application/json',
        'user-agent': 'Vigil',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)),
      patienceMs,
    );
    request.once('close', () => clearTimeout(timer));
    request.once('error', reject);
    request.once('response', (response) => {
      const certificate = certificateOf(response.socket);
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.once('error', reject);
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) request.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString('utf8'),
          certificate,
        }),
      );
    });
    request.end();
  });
}

function certificateOf(socket: object): Answer['certificate'] {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_from, valid_to } = socket.getPeerCertificate();
  return { from: new Date(valid_from), to: new Date(valid_to) };
}
