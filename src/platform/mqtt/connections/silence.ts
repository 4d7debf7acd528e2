import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunksOf } from '../../batching/chunks.ts';
import type { Log } from '../../log.ts';
import { failClient } from '../aedes/client.ts';
import type { BrokerClient } from '../broker.ts';
import { CONNECT_TIMEOUT_MS } from '../limits.ts';
import type { Connections } from './connections.ts';

interface SilenceDeps {
  readonly connections: Pick<Connections, typeof Symbol.iterator | 'pendingOf'>;
  /** The client is about to be closed. */
  readonly timedOut: (client: BrokerClient) => void;
  readonly log: Log;
  readonly everyMs?: number;
  /** For tests. */
  readonly connectTimeoutMs?: number;
}

const EVERY_MS = 500;
/** All clients of a network that has failed become silent at the same time. */
const CLOSED_PER_TURN = 100;
/** In intervals. */
const STOOD_STILL = 3;

/**
 * Closes connections that are silent for more than one and a half keep-alives ([MQTT-3.1.2-24]), and those whose CONNECT
 * does not arrive. One timer for all of them: one each would take as much memory as the rest of an idle connection's
 * state, and time at every packet.
 */
export function watchSilence({
  connections,
  timedOut,
  log,
  everyMs = EVERY_MS,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
}: SilenceDeps) {
  /** Clients without CONNECT, with the time from which they have had the possibility; the oldest first. */
  const awaited = new Map<BrokerClient, number>();
  let isClosing = false;
  let lookedAt = performance.now();

  function lateWithConnect(now: number): BrokerClient[] {
    const late: BrokerClient[] = [];
    for (const [client, since] of awaited) {
      if (now - since < connectTimeoutMs) break;
      awaited.delete(client);
      const pending = connections.pendingOf(client);
      if (pending === undefined || pending.hasSentConnect || client.closed) continue;
      // Its CONNECT has arrived, and waits for ours.
      if (pending.reader.awaitsTurn) awaited.set(client, now);
      else late.push(client);
    }
    return late;
  }

  function silent(now: number): BrokerClient[] {
    const found: BrokerClient[] = [];
    for (const { client, reader } of connections)
      if (now - reader.heardAt > reader.maxSilenceMs) found.push(client);
    return found;
  }

  async function look(): Promise<void> {
    const now = performance.now();
    const sinceLast = now - lookedAt;
    lookedAt = now;
    // The process stood still: what has arrived meanwhile is read before the next look.
    if (sinceLast > STOOD_STILL * everyMs) return;
    await close(lateWithConnect(now), 'connect did not arrive in time');
    await close(silent(now), 'keep alive timeout');
  }

  async function close(clients: readonly BrokerClient[], reason: string): Promise<void> {
    for (const some of chunksOf(clients, CLOSED_PER_TURN)) {
      for (const client of some) {
        if (client.closed) continue;
        timedOut(client);
        failClient(client, new Error(reason));
      }
      await nextTurn();
    }
  }

  const timer = setInterval(() => {
    if (isClosing) return;
    isClosing = true;
    look()
      .catch((error: unknown) => log.error({ err: error }, 'MQTT: closing silent connections failed'))
      .finally(() => {
        isClosing = false;
      });
  }, everyMs).unref();

  return {
    awaitConnect: (client: BrokerClient): void => void awaited.set(client, performance.now()),
    close: (): void => clearInterval(timer),
  };
}
