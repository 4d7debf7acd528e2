import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

// A paging system of ESPA 4.4.4 (station 2), written from the specification and not from the service's code.

const [SOH, STX, ETX, EOT, ENQ, ACK, NAK, RS, US] = [1, 2, 3, 4, 5, 6, 0x15, 0x1e, 0x1f];

type Reply = 'ack' | 'nak' | 'eot' | 'silent' | 'close' | Uint8Array;

export interface Espa444Server {
  readonly url: string;
  readonly port: number;
  /** The records of the calls that were acknowledged, by record id. */
  readonly calls: Readonly<Record<string, string>>[];
  /** Every block as it came, with its block check. */
  readonly blocks: Buffer[];
  readonly selections: () => number;
  readonly connections: () => number;
  /** What it answers to the n-th selection and block from now on; `ack` by default. */
  onSelection(reply: (n: number) => Reply): void;
  onBlock(reply: (n: number) => Reply): void;
  /** Changes a received chunk, as a bad line does. */
  disturb(change: (chunk: Buffer) => Buffer): void;
  send(bytes: Uint8Array): void;
  readonly received: () => Buffer;
  /** Ends the connections; new ones are accepted. */
  cut(): void;
  close(): Promise<void>;
}

const checkOf = (bytes: Uint8Array): number => bytes.reduce((check, byte) => check ^ byte, 0);

function recordsOf(block: Buffer): Record<string, string> {
  const text = block.subarray(block.indexOf(STX as number) + 1, block.length - 2).toString('latin1');
  return Object.fromEntries(
    text.split(String.fromCharCode(RS as number)).map((record) => {
      const [id = '', value = ''] = record.split(String.fromCharCode(US as number));
      return [id, value];
    }),
  );
}

export async function startEspa444Server(port = 0): Promise<Espa444Server> {
  const calls: Record<string, string>[] = [];
  const blocks: Buffer[] = [];
  const sockets = new Set<Socket>();
  let received = Buffer.alloc(0);
  let selections = 0;
  let connections = 0;
  let toSelection: (n: number) => Reply = () => 'ack';
  let toBlock: (n: number) => Reply = () => 'ack';
  let selectionsSince = 0;
  let blocksSince = 0;
  let change: (chunk: Buffer) => Buffer = (chunk) => chunk;

  function answer(socket: Socket, reply: Reply): void {
    if (reply === 'ack') socket.write(Buffer.of(ACK as number));
    // With the error code "transmission error" before it, as the specification has it.
    else if (reply === 'nak') socket.write(Buffer.from([0x31, NAK as number]));
    else if (reply === 'eot') socket.write(Buffer.of(EOT as number));
    else if (reply === 'close') socket.destroy();
    else if (reply !== 'silent') socket.write(reply);
  }

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    let isSelected = false;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      rest = Buffer.concat([rest, change(chunk)]);
      for (;;) {
        if (rest.length === 0) return;
        if (rest[0] === SOH) {
          const end = rest.indexOf(ETX as number);
          if (end === -1 || rest.length < end + 2) return;
          const block = Buffer.from(rest.subarray(0, end + 2));
          rest = rest.subarray(end + 2);
          if (!isSelected) continue;
          blocks.push(block);
          blocksSince += 1;
          const isWhole = checkOf(block.subarray(1, end + 1)) === block[end + 1];
          const reply = isWhole ? toBlock(blocksSince) : 'nak';
          if (reply === 'ack') calls.push(recordsOf(block));
          answer(socket, reply);
          continue;
        }
        const selection = Buffer.from([0x31, ENQ as number, 0x32, ENQ as number]);
        if (rest.subarray(0, 4).equals(selection)) {
          rest = rest.subarray(4);
          selections += 1;
          selectionsSince += 1;
          isSelected = true;
          answer(socket, toSelection(selectionsSince));
          continue;
        }
        if (rest.length < 4 && selection.subarray(0, rest.length).equals(rest)) return;
        if (rest[0] === EOT) isSelected = false;
        rest = rest.subarray(1);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `espa444+tcp://127.0.0.1:${address.port}`,
    port: address.port,
    calls,
    blocks,
    selections: () => selections,
    connections: () => connections,
    onSelection(reply) {
      selectionsSince = 0;
      toSelection = reply;
    },
    onBlock(reply) {
      blocksSince = 0;
      toBlock = reply;
    },
    disturb(next) {
      change = next;
    },
    send(bytes) {
      for (const socket of sockets) socket.write(bytes);
    },
    received: () => received,
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
