import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Unavailable } from '../errors.ts';
import { SECOND_MS } from '../time.ts';

/** The head start of each host over the next one, unless it fails sooner. */
const HEAD_START_MS = 250;
const HOST_TIMEOUT_MS = 2 * SECOND_MS;

interface Probe extends Pick<pg.Client, 'query'> {
  destroy(): void;
}

/** PostgreSQL starts, or recovers: connections from before have ended, whether we were told or not. */
const STARTING = '57P03';

export class NoPrimary extends Unavailable {
  /** The last primary still answers, but refuses another connection: those it has may work. */
  readonly isBusy: boolean;

  constructor(reasons: readonly string[], cause: AggregateError, isBusy: boolean) {
    super(`No host of DATABASE_URL accepts writes (${reasons.join('; ')})`, cause);
    this.isBusy = isBusy;
  }
}

/**
 * Returns the URL of a host that accepts writes: first the last one that did, then in the order of the list. A standby
 * and a demoted primary are read-only (libpq: target_session_attrs=read-write). `onChosen` hears of every choice first.
 */
export function createHostChoice(
  urls: readonly string[],
  connect: (config: pg.ClientConfig) => Promise<Probe>,
  onChosen: (url: string) => void = () => {},
): () => Promise<string> {
  let last: string | undefined;
  let choosing: Promise<string> | undefined;

  async function requireWritable(url: string): Promise<void> {
    const timeouts = { connectionTimeoutMillis: HOST_TIMEOUT_MS, query_timeout: HOST_TIMEOUT_MS };
    const client = await connect({
      ...timeouts,
      connectionString: url,
      application_name: 'vigil host choice',
    });
    try {
      const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
    } finally {
      client.destroy();
    }
  }

  async function choose(): Promise<string> {
    let found: string | undefined;
    let asking = 0;
    /** While another host does not answer, a standby that has refused may be promoted. */
    async function ask(url: string): Promise<void> {
      for (;;) {
        asking += 1;
        const refusal = await requireWritable(url).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        asking -= 1;
        if (refusal === undefined || found !== undefined) return;
        if (asking === 0) throw refusal.error;
        await delay(HEAD_START_MS);
      }
    }
    const attempts: Promise<string>[] = [];
    const ordered = last === undefined ? urls : [last, ...urls.filter((url) => url !== last)];
    for (const [place, url] of ordered.entries()) {
      const previous = attempts.at(-1);
      const attempt = async (): Promise<string> => {
        if (previous !== undefined)
          await Promise.race([previous.catch(() => {}), delay(place * HEAD_START_MS)]);
        if (found === undefined) await ask(url);
        found ??= url;
        return found;
      };
      attempts.push(attempt());
    }
    last = await Promise.any(attempts).catch((error: AggregateError) => {
      const reasons = error.errors.map((reason: Error, i) => `${hostOf(ordered[i])}: ${reason.message}`);
      const [first] = error.errors;
      const isBusy = last !== undefined && first instanceof pg.DatabaseError && first.code !== STARTING;
      throw new NoPrimary(reasons, error, isBusy);
    });
    onChosen(last);
    return last;
  }

  /** Connections that are opened at the same time share one result. */
  return () => {
    choosing ??= choose().finally(() => {
      choosing = undefined;
    });
    return choosing;
  };
}

const hostOf = (url = ''): string => new URL(url).host;
