import type { Cluster, LimitVerdict } from '../cluster/cluster.ts';
import type { PlatformConfig } from '../config/settings.ts';
import { MINUTE_MS } from '../time.ts';

/** A counter of requests per IP address. */
export interface AddressLimit {
  /** The counter's name: limits with the same name share it. */
  readonly counter: string;
  /** The number of requests per window; 0 turns the limit off. */
  readonly requests: (config: PlatformConfig) => number;
  readonly windowMs: number;
  /** The error message beyond the limit. */
  readonly message: string;
  /** Replies carry the `X-RateLimit-*` headers. */
  readonly hasHeaders: boolean;
  /** With RATE_LIMIT_BY=session, a session of a person has a counter of its own. */
  readonly perSession: boolean;
}

/** With RATE_LIMIT_BY=session: how many sessions' worth of requests an address has in all. */
const SESSIONS_PER_ADDRESS = 10;

/** The phones of a home share an address: hundreds of them may report one flood of falls. */
const RECEIPTS_PER_MINUTE = 600;

interface Limit {
  /** Its sentence in the operation's description in the OpenAPI document. */
  readonly description: string;
  /** Requests beyond the limit get 429. */
  readonly refuses: boolean;
  /** Missing where the route's module applies the limit, and where there is none. */
  readonly perAddress?: AddressLimit;
}

const PER_MINUTE: AddressLimit = {
  counter: 'global',
  requests: ({ rateLimitGlobal }) => rateLimitGlobal,
  windowMs: MINUTE_MS,
  message: 'Rate limit exceeded',
  hasHeaders: true,
  perSession: true,
};

/** docs/contract.md, "Rate limits": a route's row names one of these. */
export const LIMITS = {
  global: {
    description: 'Counts toward the rate limit per minute and IP address, or session (RATE_LIMIT_BY).',
    refuses: true,
    perAddress: PER_MINUTE,
  },
  /** The provider checks passwords; a home shares one address. */
  signOn: {
    description: 'Limited per IP address and 5 minutes: 30 times RATE_LIMIT_LOGIN.',
    refuses: true,
    perAddress: {
      counter: 'sign-on',
      requests: ({ rateLimitLogin }) => 30 * rateLimitLogin,
      windowMs: 5 * MINUTE_MS,
      message: 'Too many logins from this address',
      hasHeaders: false,
      perSession: false,
    },
  },
  /** For requests that bring help: a home may share one address. */
  urgent: {
    description: 'Counts toward the rate limit per minute, but is never refused by it.',
    refuses: false,
    perAddress: PER_MINUTE,
  },
  signup: {
    description: 'Limited per IP address and 15 minutes (RATE_LIMIT_SIGNUP).',
    refuses: true,
    perAddress: {
      counter: 'signup',
      requests: ({ rateLimitSignup }) => rateLimitSignup,
      windowMs: 15 * MINUTE_MS,
      message: 'Too many signups from this address',
      hasHeaders: false,
      perSession: false,
    },
  },
  receipts: {
    description: 'Limited to 600 requests per minute and IP address.',
    refuses: true,
    perAddress: {
      counter: 'receipts',
      requests: () => RECEIPTS_PER_MINUTE,
      windowMs: MINUTE_MS,
      message: 'Too many receipts from this address',
      hasHeaders: false,
      perSession: false,
    },
  },
  /** Bounded by `Downloads` of updates: the wearables of a home share an address. */
  downloads: { description: 'Limited to 256 at once; 503 beyond.', refuses: false },
  /** A directory may write all its users at once; the directories that were tried send 25 requests a second at most. */
  directory: {
    description: 'Limited per minute and IP address: 30 times RATE_LIMIT_GLOBAL.',
    refuses: true,
    perAddress: {
      counter: 'directory',
      requests: ({ rateLimitGlobal }) => 30 * rateLimitGlobal,
      windowMs: MINUTE_MS,
      message: 'Too many requests of a directory from this address',
      hasHeaders: false,
      perSession: false,
    },
  },
  /** Counted by `LoginLimits` of accounts. */
  login: { description: 'Limited per IP address and 5 minutes (RATE_LIMIT_LOGIN).', refuses: true },
  /** Counted by `enrolment.ts` of people/stations. */
  enrolment: {
    description:
      'Limited to 10 wrong codes per IP address, and 100 in all, within 15 minutes. A right code passes beyond the first limit.',
    refuses: true,
  },
  /** Counted by `pins.ts` of accounts and `unlock.ts` of people/stations. */
  pins: {
    description: 'Limited to five wrong PINs per person and 15 minutes, and 30 PINs per station and minute.',
    refuses: true,
  },
  /** The device's own send schedule. */
  schedule: { description: 'Limited to one reading per second and device.', refuses: true },
  /** The handler of backlogs counts them. */
  backlog: { description: 'Limited to one backlog per 5 seconds and device.', refuses: true },
  none: { description: 'No rate limit.', refuses: false },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitClass = keyof typeof LIMITS;

export const limitOf = (name: LimitClass): Limit => LIMITS[name];

export interface Limits {
  /**
   * Counts a request; undefined if the limit is switched off. `sessionOf` finds the ID of the session of a person, if the
   * request has a valid one.
   */
  hit(
    limit: AddressLimit,
    ip: string,
    sessionOf: () => Promise<string | undefined>,
  ): LimitVerdict | Promise<LimitVerdict> | undefined;
}

export function createLimits(config: PlatformConfig, cluster: Pick<Cluster, 'hit'>): Limits {
  async function hitPerSession(
    { counter, windowMs }: AddressLimit,
    most: number,
    ip: string,
    sessionOf: () => Promise<string | undefined>,
  ): Promise<LimitVerdict> {
    // First, so that an address cannot have any number of tokens checked.
    const all = await cluster.hit(`${counter}-all:${ip}`, SESSIONS_PER_ADDRESS * most, windowMs);
    if (!all.allowed) return all;
    const session = await sessionOf();
    const key = session === undefined ? `${counter}:${ip}` : `${counter}-session:${session}`;
    return cluster.hit(key, most, windowMs);
  }

  return {
    hit(limit, ip, sessionOf) {
      const { counter, requests, windowMs, perSession } = limit;
      const most = requests(config);
      if (most === 0) return undefined;
      if (perSession && config.rateLimitBy === 'session') return hitPerSession(limit, most, ip, sessionOf);
      return cluster.hit(`${counter}:${ip}`, most, windowMs);
    },
  };
}
