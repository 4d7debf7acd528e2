import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { Conflict, Unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { HOUR_MS, SECOND_MS } from '../time.ts';
import type { KeepReply, Reply, Route } from './route.ts';

/** docs/contract.md, "Idempotency": for how long a repeated request gets the first reply. */
const KEPT_MS = 24 * HOUR_MS;
/** Longer than a request takes unless its instance has died; then the next one with its key is carried out. */
const ABANDONED_MS = 20 * SECOND_MS;
const MAX_WAIT_MS = 10 * SECOND_MS;
const POLL_MS = 100;

/** Those beyond count as abandoned later. */
const MAX_GIVEN_UP = 10_000;
const GIVEN_UP_AT_ONCE = 500;
const GIVE_UP = `DELETE FROM idempotency_keys WHERE (user_id, key) IN (
    SELECT user_id, key FROM idempotency_keys
    WHERE (user_id, key, attempt) IN (SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::uuid[])) AND status IS NULL
    FOR UPDATE SKIP LOCKED)`;

type Attempt = readonly [userId: string, key: Buffer, attempt: string];

/** A request of an account that carries a key. */
export interface KeyedRequest {
  readonly userId: string;
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: Uint8Array;
}

interface Kept {
  readonly isSame: boolean;
  readonly status: Route['status'] | null;
  readonly reply: string | null;
}

interface IdempotencyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly log: Log;
}

/** Carries out one of the requests of an account with the same `Idempotency-Key`, and gives its reply to the others. */
export class Idempotency {
  readonly #deps: IdempotencyDeps;
  readonly #givenUp: Attempt[] = [];
  #isGivingUp = false;

  constructor(deps: IdempotencyDeps) {
    this.#deps = deps;
  }

  /** `status`: of the reply, unless it has its own. */
  async once(
    request: KeyedRequest,
    status: number,
    carryOut: (keep: KeepReply) => Promise<Reply>,
  ): Promise<Reply> {
    const { db, log } = this.#deps;
    const key: Attempt = [request.userId, sha256(request.key), randomUUID()];
    const earlier = await this.#begin(key, digestOf(request)).catch((error: unknown) => {
      // It may have begun: the reply of the database was lost.
      if (!(error instanceof Conflict)) void this.#giveUp(key);
      throw error;
    });
    if (earlier !== undefined) return earlier;
    let isKept = false;
    const keep: KeepReply = async (q, reply) => {
      const rows = await q.run(
        `UPDATE idempotency_keys SET status = $4, reply = $5
         WHERE user_id = $1 AND key = $2 AND attempt = $3 AND status IS NULL`,
        [...key, reply.status ?? status, keepable(reply)],
      );
      if (rows === 0) throw stillUnderWay();
      isKept = true;
    };
    try {
      const reply = await carryOut(keep);
      // The effect has happened and the caller hears of it, whatever becomes of the reply.
      if (!isKept)
        await keep(db, reply).catch((error: unknown) =>
          log.warn({ err: error }, 'http: the reply to a request with an Idempotency-Key was not kept'),
        );
      return reply;
    } catch (error) {
      void this.#giveUp(key);
      throw error;
    }
  }

  /**
   * The next request with the key is carried out at once, also after an outage of the database that has ended this one. A
   * row that is held belongs to a commit whose outcome is unknown: if it succeeds, the reply that it has stored stays.
   */
  async #giveUp(attempt: Attempt): Promise<void> {
    if (this.#givenUp.length < MAX_GIVEN_UP) this.#givenUp.push(attempt);
    if (this.#isGivingUp) return;
    this.#isGivingUp = true;
    while (this.#givenUp.length > 0) {
      const some = this.#givenUp.splice(0, GIVEN_UP_AT_ONCE);
      try {
        await this.#deps.db.run(
          GIVE_UP,
          [0, 1, 2].map((column) => some.map((one) => one[column])),
        );
      } catch (error) {
        if (!(error instanceof Unavailable)) continue;
        this.#givenUp.unshift(...some);
        await delay(POLL_MS, undefined, { ref: false });
      }
    }
    this.#isGivingUp = false;
  }

  /** The reply to the first request with this key; undefined if this one is the first. */
  async #begin([userId, key, attempt]: Attempt, request: Buffer): Promise<Reply | undefined> {
    const { db, now } = this.#deps;
    const deadline = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const at = now();
      const begun = await db.run(
        `INSERT INTO idempotency_keys AS k (user_id, key, attempt, request, attempted_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id, key) DO UPDATE
           SET attempt = excluded.attempt, request = excluded.request, attempted_at = excluded.attempted_at,
               status = NULL, reply = NULL
           WHERE k.attempted_at < $7 OR (k.status IS NULL AND k.request = excluded.request AND k.attempted_at < $6)`,
        [userId, key, attempt, request, new Date(at), new Date(at - ABANDONED_MS), new Date(at - KEPT_MS)],
      );
      if (begun > 0) return undefined;
      const kept = await db.row<Kept>(
        'SELECT request = $3 AS "isSame", status, reply FROM idempotency_keys WHERE user_id = $1 AND key = $2',
        [userId, key, request],
      );
      if (kept !== undefined && kept.isSame === false) throw otherRequest();
      if (kept !== undefined && kept.status !== null) return replyOf(kept);
      if (performance.now() > deadline) throw stillUnderWay();
      await delay(POLL_MS);
    }
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const digestOf = ({ method, path, query, body }: KeyedRequest): Buffer =>
  createHash('sha256').update(`${method} ${path}?${query}\n`).update(body).digest();

/** Fields of `data` that are shown once, and rest nowhere: the URL of a calendar feed holds its token. */
const SECRETS = ['token', 'secret', 'code', 'url', 'temporaryPassword', 'recoveryCodes'];

function keepable({ data, token, sessionCookie, stationCookie }: Reply): string | null {
  const fields = Object.entries(data ?? {}).filter(([name]) => SECRETS.includes(name));
  const secrets = [token, sessionCookie, stationCookie, ...fields.map(([, value]) => value as unknown)];
  return secrets.some((secret) => secret != null) ? null : (JSON.stringify(data) ?? '');
}

function replyOf({ status, reply }: Kept): Reply {
  if (reply === null)
    throw new Conflict('The first request with this Idempotency-Key has succeeded; its reply was not kept', {
      code: 'REPLY_NOT_KEPT',
    });
  return {
    ...((status === 200 || status === 201) && { status }),
    ...(reply !== '' && { data: JSON.parse(reply) as unknown }),
  };
}

const otherRequest = () =>
  new Conflict('This Idempotency-Key belongs to another request', { code: 'IDEMPOTENCY_KEY_REUSED' });

const stillUnderWay = () =>
  new Unavailable(
    'The first request with this Idempotency-Key is still under way, or its outcome is not known',
  );

/** Deletes at most `most` keys that no longer count. */
export const purgeIdempotencyKeys = (db: Database, before: Date, most: number): Promise<number> =>
  db.run(
    `DELETE FROM idempotency_keys WHERE (user_id, key) IN (
       SELECT user_id, key FROM idempotency_keys WHERE attempted_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
