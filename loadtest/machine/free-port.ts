import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of ephemeral ports, so that no other process gets the port during a restart. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A free port outside the range of ephemeral ports. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return String(port);
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
