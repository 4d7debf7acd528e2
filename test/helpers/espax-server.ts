import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

// An ESPA-X server, written from the specification and not from the service's code.

export interface EspaxRequest {
  readonly name: string;
  readonly invokeId: string;
  readonly sessionId: string | undefined;
  readonly xml: string;
  field(name: string): string | undefined;
}

/** A code with the fields of the response, or nothing at all. */
type Reply =
  | { readonly code: number; readonly fields?: string; readonly session?: null }
  | 'silent'
  | 'close';

export interface EspaxServer {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly EspaxRequest[];
  /** The processes that were started, in order, each once. */
  readonly started: readonly EspaxRequest[];
  readonly stopped: () => readonly (string | undefined)[];
  readonly connections: () => number;
  /** Answers a request differently; undefined for the usual answer. */
  behave(reply: (request: EspaxRequest) => Reply | undefined): void;
  /** Sends an indication to the present session. */
  indicate(name: string, fields: Readonly<Record<string, string>>): void;
  /** The device with this number accepts the process. */
  accept(request: EspaxRequest, number?: string | null): void;
  sendRaw(bytes: Uint8Array): void;
  /** Writes every frame in pieces of this size. */
  split(size: number): void;
  cut(): void;
  close(): Promise<void>;
}

export function espaxFrame(xml: string): Buffer {
  const body = Buffer.from(xml);
  const header = Buffer.alloc(10);
  header.write('EX', 'latin1');
  header.writeUInt32BE(body.length + 10, 2);
  return Buffer.concat([header, body]);
}

const envelope = (content: string): Buffer =>
  espaxFrame(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<ESPA-X version="1.00" xmlns="http://ns.espa-x.org/espa-x" timestamp="2026-03-01T10:00:00">\n  ${content}\n</ESPA-X>`,
  );

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

function requestOf(xml: string): EspaxRequest {
  const [, name = '', attributes = ''] = /<(REQ\.[A-Z-]+)([^>]*)>/.exec(xml) ?? [];
  return {
    name,
    invokeId: /invokeID="(\d+)"/.exec(attributes)?.[1] ?? '',
    sessionId: /sessionID="([^"]*)"/.exec(attributes)?.[1],
    xml,
    field(wanted) {
      const value = new RegExp(`<${wanted}>([^<]*)</${wanted}>`).exec(xml)?.[1];
      return value === undefined ? undefined : unescaped(value);
    },
  };
}

export async function startEspaxServer({
  user = 'vigil',
  password = 'pa:ss/word',
  port = 0,
} = {}): Promise<EspaxServer> {
  const requests: EspaxRequest[] = [];
  const started: EspaxRequest[] = [];
  const sockets = new Set<Socket>();
  const sessions = new Map<Socket, string>();
  let connections = 0;
  let pieces = 0;
  let behaviour: (request: EspaxRequest) => Reply | undefined = () => undefined;

  function write(socket: Socket, bytes: Uint8Array): void {
    if (pieces === 0) return void socket.write(bytes);
    for (let at = 0; at < bytes.length; at += pieces) socket.write(bytes.subarray(at, at + pieces));
  }

  function usual(socket: Socket, request: EspaxRequest): Reply {
    const { name, sessionId } = request;
    if (name === 'REQ.LOGIN') {
      const isRight = request.field('LI-USER') === user && request.field('LI-PASSWORD') === password;
      if (!isRight) return { code: 401 };
      return { code: 200, fields: '<LI-SERVER>Test</LI-SERVER><LI-SERVERSW>1</LI-SERVERSW>' };
    }
    if (sessionId === undefined || sessions.get(socket) !== sessionId) return { code: 407 };
    if (name !== 'REQ.P-START') return { code: 200 };
    const ref = request.field('CP-PR-REF');
    if (started.some((one) => one.field('CP-PR-REF') === ref)) return { code: 450 };
    started.push(request);
    return {
      code: 200,
      fields: `<CP-PR-REF>${ref}</CP-PR-REF><SP-PR-TAN>${1000 + started.length}</SP-PR-TAN>`,
    };
  }

  function handle(socket: Socket, xml: string): void {
    const request = requestOf(xml);
    requests.push(request);
    const reply = behaviour(request) ?? usual(socket, request);
    if (reply === 'silent') return;
    if (reply === 'close') return void socket.destroy();
    const opens = request.name === 'REQ.LOGIN' && reply.code === 200 && reply.session !== null;
    if (opens) sessions.set(socket, `session-${connections}`);
    const session = sessions.get(socket);
    const name = request.name.replace('REQ', 'RSP');
    write(
      socket,
      envelope(
        `<${name} invokeID="${request.invokeId}"${session === undefined ? '' : ` sessionID="${session}"`}><RSP-CODE>${reply.code}</RSP-CODE><RSP-REASON>x</RSP-REASON>${reply.fields ?? ''}</${name}>`,
      ),
    );
  }

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      sessions.delete(socket);
    });
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 10) {
        if (rest.toString('latin1', 0, 2) !== 'EX') throw new Error('no ESPA-X header');
        const length = rest.readUInt32BE(2);
        if (rest.length < length) return;
        const xml = rest.toString('utf8', 10, length);
        rest = rest.subarray(length);
        handle(socket, xml);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const indicate: EspaxServer['indicate'] = (name, fields) => {
    const elements = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`);
    for (const [socket, session] of sessions)
      write(socket, envelope(`<${name} sessionID="${session}">${elements.join('')}</${name}>`));
  };
  return {
    url: `espax://${user}:${encodeURIComponent(password)}@127.0.0.1:${address.port}`,
    port: address.port,
    requests,
    started,
    stopped: () =>
      requests.filter(({ name }) => name === 'REQ.P-STOP').map((request) => request.field('CP-PR-REF')),
    connections: () => connections,
    behave(next) {
      behaviour = next;
    },
    indicate,
    accept(request, number = request.field('CP-PHONENO') ?? null) {
      indicate('IND.P-EVENT', {
        'CP-PR-REF': request.field('CP-PR-REF') ?? '',
        'SP-PR-TAN': '1',
        ...(number !== null && { 'SS-NETW-NO': number }),
        'SS-DIRECTION': 'Outbound',
        'SS-STATUS': 'Completed',
        'SS-RESULT': 'Accepted',
      });
    },
    sendRaw(bytes) {
      for (const socket of sockets) socket.write(bytes);
    },
    split(size) {
      pieces = size;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
