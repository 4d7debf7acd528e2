import { createHash } from 'node:crypto';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../../platform/batching/concurrency-limit.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, refuseIfExceeded } from '../../platform/cluster/count-use.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/http/client-network.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { createLoginPace } from './login-pace.ts';
import { createLastLogins } from './network-store.ts';

/** Who sends a login request. */
export interface LoginClient {
  readonly ip: string;
  /** The cookie of earlier logins; MQTT clients have none. */
  readonly knownBrowser?: string;
  /** The request has a valid session of the account. */
  readonly hasSession?: boolean;
}

/** The account of a password check, and the client. */
interface LoginAttempt extends LoginClient {
  readonly email: string;
  /** MQTT clients log in with every connection: for them, only wrong passwords count as requests. */
  readonly countsOnlyIfWrong?: boolean;
}

/** docs/contract.md, "Login limits". Every method throws 429 beyond a limit. */
export interface LoginLimits {
  /** Counts a login request, with or without an account. */
  countRequest(client: LoginClient, email: string | undefined): Promise<void>;
  /** Counts a request without credentials, such as a request for a password reset link, as a failed login. */
  countUnproven(client: LoginClient, email: string | undefined): Promise<void>;
  /** Checks a password and counts a wrong one; one check at a time per network. */
  verify(attempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

interface LoginLimitDeps {
  readonly db: Queryable;
  readonly cluster: Cluster;
  readonly knownBrowsers: Pick<KnownBrowsers, 'browserOf'>;
  /** RATE_LIMIT_LOGIN: per address and account; 0 turns off all limits here. */
  readonly requests: number;
  readonly now: () => number;
}

interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

const FAILED_PER_NETWORK: Limit = { most: 50, windowMs: 5 * MINUTE_MS };
const FAILED_PER_ACCOUNT: Limit = { most: 20, windowMs: 15 * MINUTE_MS };
const KNOWN_MS = 30 * DAY_MS;
const REFUSAL = {
  message: 'Too many login attempts, please try again in 15 minutes',
  code: 'LOGIN_LIMITED',
} as const;
const MAX_WAITING = 1_000;

export function createLoginLimits({
  db,
  cluster,
  knownBrowsers,
  requests,
  now,
}: LoginLimitDeps): LoginLimits {
  const perAccountAndNetwork: Limit = { most: requests, windowMs: 5 * MINUTE_MS };
  const isOff = requests === 0;
  const inTurn = createTurns();
  const paced = createLoginPace({ cluster, refusal: REFUSAL, now });
  const lastLoginOf = createLastLogins(db);

  const count = (key: string, { most, windowMs }: Limit): Promise<void> =>
    countUse({ cluster, now }, key, { most, windowMs, ...REFUSAL });

  const browserOf = ({ knownBrowser = '' }: LoginClient, email: string | undefined): string | undefined =>
    email === undefined ? undefined : knownBrowsers.browserOf(knownBrowser, email);

  /** Why a login passes although too many have failed from its network: what it takes turns with. Undefined: it does not. */
  async function knownAs(client: LoginClient, email: string | undefined): Promise<string | undefined> {
    const browser = browserOf(client, email);
    if (browser !== undefined || email === undefined) return browser;
    const network = networkOf(client.ip);
    const lastLoginAt = await lastLoginOf(email, network);
    const isKnown = lastLoginAt !== undefined && lastLoginAt.getTime() > now() - KNOWN_MS;
    return isKnown ? requestsOf(network, email) : undefined;
  }

  /**
   * Throws 429 for an unknown login if too many have failed from its network; returns what a known one takes turns with.
   */
  async function requireKnown(client: LoginClient, email: string | undefined): Promise<string | undefined> {
    if (client.hasSession) return undefined;
    const failed = await cluster.peek(failedFrom(networkOf(client.ip)), FAILED_PER_NETWORK.most);
    if (failed.allowed) return undefined;
    const known = await knownAs(client, email);
    if (known === undefined) refuseIfExceeded(failed, REFUSAL, now());
    return known;
  }

  return {
    async countRequest(client, email) {
      if (isOff) return;
      // Checked first: otherwise a client that names a new account each time would fill the memory with counters.
      await requireKnown(client, email);
      await count(requestsOf(networkOf(client.ip), email), perAccountAndNetwork);
    },

    async countUnproven(client, email) {
      if (isOff) return;
      await count(failedFrom(networkOf(client.ip)), FAILED_PER_NETWORK).catch((error: unknown) => {
        // The network alone is no reason here: the answer would tell who logs in from there.
        if (browserOf(client, email) === undefined) throw error;
      });
    },

    async verify(attempt, isRight) {
      if (isOff) return isRight();
      const { ip, email, hasSession = false, countsOnlyIfWrong = false } = attempt;
      const network = networkOf(ip);
      const turn = await requireKnown(attempt, email);
      if (turn !== undefined) await paced(turn);
      /** Counted before the check, so that parallel guesses at several instances do not all pass. */
      const counted: string[] = [];
      const countAsWrong = (key: string, limit: Limit): Promise<void> => {
        counted.push(key);
        return count(key, limit);
      };
      return inTurn(network, async () => {
        let isWrong = false;
        try {
          await countAsWrong(failedFrom(network), FAILED_PER_NETWORK).catch(async (error: unknown) => {
            if (!hasSession && (await knownAs(attempt, email)) === undefined) throw error;
          });
          await countAsWrong(failedOf(email), FAILED_PER_ACCOUNT).catch(async (error: unknown) => {
            // An attacker cannot lock an account's owner out on networks that the owner has logged in from.
            if ((await lastLoginOf(email, network)) === undefined) throw error;
          });
          if (countsOnlyIfWrong) await countAsWrong(requestsOf(network, email), perAccountAndNetwork);
          isWrong = !(await isRight());
          return !isWrong;
        } finally {
          if (!isWrong) await Promise.all(counted.map((key) => cluster.giveBack(key)));
        }
      });
    },
  };
}

/** Runs one check at a time per network: checks in progress count as wrong and must not block other users. */
function createTurns() {
  const turns = new Map<string, { readonly limited: ConcurrencyLimit; waiting: number }>();
  return async <T>(network: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(network) ?? {
      limited: createConcurrencyLimit({
        count: 1,
        maxWaiting: MAX_WAITING,
        refusal: 'Too many logins are waiting',
      }),
      waiting: 0,
    };
    turns.set(network, turn);
    turn.waiting += 1;
    try {
      return await turn.limited(work);
    } finally {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(network);
    }
  };
}

/** Hashed, because the counters may be in Redis, which should not hold e-mail addresses. */
const accountKey = (email: string): string => createHash('sha256').update(email).digest('base64url');
const requestsOf = (network: string, email: string | undefined): string =>
  `login:${network}:${email === undefined ? '' : accountKey(email)}`;
const failedFrom = (network: string): string => `login-failed-from:${network}`;
const failedOf = (email: string): string => `login-failed-of:${accountKey(email)}`;
