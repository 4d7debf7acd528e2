import type { CodeOf } from '../error-codes.ts';
import { TooManyRequests } from '../errors.ts';
import { SECOND_MS } from '../time.ts';
import type { Cluster, LimitVerdict } from './cluster.ts';

interface Refusal {
  readonly message: string;
  readonly code?: CodeOf<429>;
}

export interface UseLimit extends Refusal {
  readonly most: number;
  readonly windowMs: number;
}

/** Counts one use of `key`, and throws 429 beyond the limit. */
export async function countUse(
  { cluster, now }: { readonly cluster: Pick<Cluster, 'hit'>; readonly now: () => number },
  key: string,
  limit: UseLimit,
): Promise<void> {
  refuseIfExceeded(await cluster.hit(key, limit.most, limit.windowMs), limit, now());
}

/** Throws 429 with the time until the window ends. */
export function refuseIfExceeded(
  { allowed, resetAt }: LimitVerdict,
  { message, code }: Refusal,
  now: number,
): void {
  if (!allowed) throw new TooManyRequests(message, Math.max(1, Math.ceil((resetAt - now) / SECOND_MS)), code);
}
