import { setTimeout as delay } from 'node:timers/promises';
import { Latencies } from '../rules/latencies.ts';
import { Refused } from './link.ts';

export interface ReconnectingClient {
  open(lost: () => void): Promise<{ close(): void }>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 8_000;

/** Exponential backoff with jitter, as in real clients. */
function backoff(failures: number): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return longest * (0.5 + Math.random() / 2);
}

/** A client reconnects until it succeeds. Refusals are counted, closed ports are not. */
export function createReconnectingClients() {
  const open = new Set<{ close(): void }>();
  let openings = new Latencies();
  let refused = 0;
  let closing = false;

  async function connect(client: ReconnectingClient): Promise<void> {
    for (let failures = 1; !closing; failures++) {
      try {
        const from = performance.now();
        let opened: { close(): void } | undefined;
        opened = await client.open(() => {
          if (opened !== undefined) open.delete(opened);
          if (!closing) void retry(client);
        });
        open.add(opened);
        openings.add(performance.now() - from);
        return;
      } catch (error) {
        if (error instanceof Refused) refused += 1;
        await pause(failures);
      }
    }
  }

  async function retry(client: ReconnectingClient): Promise<void> {
    await pause(1);
    await connect(client);
  }

  const pause = (failures: number) => delay(backoff(failures), undefined, { ref: false });

  return {
    open: connect,
    connected: () => open.size,
    refused: () => refused,
    /** How long connecting took since the last call, of the attempts that succeeded. */
    takeOpenings(): Latencies {
      const taken = openings;
      openings = new Latencies();
      return taken;
    },
    close() {
      closing = true;
      for (const one of open) one.close();
    },
  };
}
