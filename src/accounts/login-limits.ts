import { createHash } from 'node:crypto';
import { type ConcurrencyLimit, createConcurrencyLimit } from '../platform/batching/concurrency-limit.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import { countUse, refuseIfExceeded } from '../platform/cluster/count-use.ts';
import type { Queryable } from '../platform/database/database.ts';
import { networkOf } from '../platform/http/client-network.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { isLoginNetwork } from './store/login-networks.ts';

/** The account of a password check, and the client's IP address. */
interface LoginAttempt {
  readonly ip: string;
  readonly email: string;
  /** MQTT clients log in with every connection: for them, only wrong passwords count as requests. */
  readonly countsOnlyIfWrong?: boolean;
}

/** docs/contract.md, "Login limits". Every method throws 429 beyond a limit. */
export interface LoginLimits {
  /** Counts a login request, with or without an account. */
  countRequest(ip: string, email: string | undefined): Promise<void>;
  /** Counts a request without credentials, such as a request for a password reset link, as a failed login. */
  countUnproven(ip: string): Promise<void>;
  /** Checks a password and counts a wrong one; one check at a time per network. */
  verify(attempt: LoginAttempt, isRight: () => Promise<boolean>): Promise<boolean>;
}

interface LoginLimitDeps {
  readonly db: Queryable;
  readonly cluster: Cluster;
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
const REFUSAL = {
  message: 'Too many login attempts, please try again in 15 minutes',
  code: 'LOGIN_LIMITED',
} as const;
const MAX_WAITING = 1_000;

export function createLoginLimits({ db, cluster, requests, now }: LoginLimitDeps): LoginLimits {
  const perAccountAndNetwork: Limit = { most: requests, windowMs: 5 * MINUTE_MS };
  const isOff = requests === 0;
  const inTurn = createTurns();

  const count = (key: string, { most, windowMs }: Limit): Promise<void> =>
    countUse({ cluster, now }, key, { most, windowMs, ...REFUSAL });

  return {
    async countRequest(ip, email) {
      if (isOff) return;
      const network = networkOf(ip);
      // Checked first: otherwise a client that names a new account each time would fill the memory with counters.
      refuseIfExceeded(await cluster.peek(failedFrom(network), FAILED_PER_NETWORK.most), REFUSAL, now());
      await count(requestsOf(network, email), perAccountAndNetwork);
    },

    async countUnproven(ip) {
      if (!isOff) await count(failedFrom(networkOf(ip)), FAILED_PER_NETWORK);
    },

    async verify({ ip, email, countsOnlyIfWrong = false }, isRight) {
      if (isOff) return isRight();
      const network = networkOf(ip);
      /** Counted before the check, so that parallel guesses at several instances do not all pass. */
      const counted: string[] = [];
      const countAsWrong = (key: string, limit: Limit): Promise<void> => {
        counted.push(key);
        return count(key, limit);
      };
      return inTurn(network, async () => {
        let isWrong = false;
        try {
          await countAsWrong(failedFrom(network), FAILED_PER_NETWORK);
          await countAsWrong(failedOf(email), FAILED_PER_ACCOUNT).catch(async (error: unknown) => {
            // An attacker cannot lock an account's owner out on networks that the owner has logged in from.
            if (!(await isLoginNetwork(db, email, network))) throw error;
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
