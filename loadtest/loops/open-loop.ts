import { setTimeout as delay } from 'node:timers/promises';
import type { Link } from '../links/link.ts';
import { doing } from '../progress.ts';
import { evenArrivals } from '../rules/arrivals.ts';
import { Driven } from './driven.ts';

export interface OpenLoop {
  readonly links: readonly Link[];
  readonly rate: number;
  readonly seconds: number;
  /** Sending stops when the readings of this many seconds wait for a response. */
  readonly giveUpAfter?: number;
  /** Ends the loop early. */
  readonly signal?: AbortSignal;
}

const TICK_MS = 1;
/** Time for the last responses. */
const PATIENCE_MS = 20_000;

/**
 * Sends at a fixed rate, independent of responses, over the links in turn. Latency counts from the scheduled time, so a
 * stall shows in every reading that was due during it.
 */
export async function openLoop(parts: OpenLoop): Promise<Driven> {
  const { links, rate, seconds, giveUpAfter = 3, signal } = parts;
  doing(`sending ${Math.round(rate)} readings per second`, seconds);
  const arrivals = evenArrivals(rate, seconds);
  const driven = new Driven(links);
  const most = Math.max(rate * giveUpAfter, 2 * links.length);
  while (driven.sent < arrivals.total && !driven.overloaded && signal?.aborted !== true) {
    const due = arrivals.dueBy(performance.now() - driven.from);
    while (driven.sent < due) {
      const link = links[driven.sent % links.length];
      if (link === undefined) throw new Error('no connections to send on');
      driven.send(link, driven.from + arrivals.dueAt(driven.sent));
    }
    driven.overloaded = driven.waiting > most;
    await delay(TICK_MS);
  }
  const patience = performance.now() + PATIENCE_MS;
  while (driven.waiting > 0 && performance.now() < patience) await delay(TICK_MS);
  return driven;
}
