import { setTimeout as delay } from 'node:timers/promises';
import type { DatabasePair } from './pair.ts';

export interface Pace {
  /** How long the loss lasts before the standby is promoted; Patroni takes longer. */
  readonly noticedAfterMs: number;
  /** How long the new primary is alone, and then beside the former one. */
  readonly afterwardsMs: number;
}

export interface Moments {
  readonly lostAt: number;
  /** When the standby was promoted; when it was back, of one that was away. */
  readonly backAt: number;
}

/** Commits that wait for a standby are noticed after about this time. */
const AWAY_MS = 3_000;

type Failure = (pair: DatabasePair, lost: () => void, pace: Pace) => Promise<Moments>;

export const FAILURES = ['killed', 'frozen', 'cut-off', 'switched-over', 'standby-away'] as const;
export type FailureName = (typeof FAILURES)[number];

/** The primary is lost, the standby takes its place, and then the primary is back and does not know of it. */
const lose =
  (
    begin: (pair: DatabasePair) => unknown,
    end: (former: DatabasePair['primary']) => unknown = () => {},
  ): Failure =>
  async (pair, lost, { noticedAfterMs, afterwardsMs }) => {
    lost();
    const lostAt = performance.now();
    await begin(pair);
    // What is under way to the standby is lost as well.
    await pair.standby.upstream.cut();
    await delay(noticedAfterMs);
    const former = pair.primary;
    await pair.promote();
    const backAt = performance.now();
    await delay(afterwardsMs);
    await end(former);
    await delay(afterwardsMs);
    await pair.rejoin();
    return { lostAt, backAt };
  };

export const failures: Readonly<Record<FailureName, Failure>> = {
  killed: lose(({ primary }) => primary.signal('SIGKILL')),
  frozen: lose(
    ({ primary }) => primary.signal('SIGSTOP'),
    (former) => former.signal('SIGCONT'),
  ),
  'cut-off': lose(
    ({ primary }) => primary.wire.silence(),
    (former) => former.wire.mend(),
  ),
  /** Twice: there and back. */
  async 'switched-over'(pair, lost, { afterwardsMs }) {
    await pair.switchOver();
    await delay(afterwardsMs);
    lost();
    const lostAt = performance.now();
    const backAt = await pair.switchOver();
    await delay(afterwardsMs);
    return { lostAt, backAt };
  },
  async 'standby-away'(pair, lost, { noticedAfterMs, afterwardsMs }) {
    lost();
    const lostAt = performance.now();
    const { upstream } = pair.standby;
    await upstream.cut();
    await delay(AWAY_MS + noticedAfterMs);
    await upstream.mend();
    const backAt = performance.now();
    await delay(afterwardsMs);
    return { lostAt, backAt };
  },
};
