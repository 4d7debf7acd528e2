import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { atTheEnd } from '../machine/clean-up.ts';

export interface SilentServer {
  readonly port: number;
  /** Connections so far. */
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Accepts every connection, reads everything and never answers. */
export async function startSilentServer(): Promise<SilentServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: atTheEnd(() => {
      for (const socket of open) socket.destroy();
      server.close();
    }),
  };
}
