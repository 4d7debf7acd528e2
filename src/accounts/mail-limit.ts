import type { Cluster } from '../platform/cluster/cluster.ts';
import { TooManyRequests } from '../platform/errors.ts';
import { HOUR_MS, SECOND_MS } from '../platform/time.ts';

/** Rate limit of mails per hour: a user must not be able to mail strangers without limit. Throws 429. */
export async function countMail(
  { cluster, now }: { readonly cluster: Pick<Cluster, 'hit'>; readonly now: () => number },
  key: string,
  mostPerHour: number,
  message: string,
): Promise<void> {
  const { allowed, resetAt } = await cluster.hit(key, mostPerHour, HOUR_MS);
  if (!allowed) throw new TooManyRequests(message, Math.max(1, Math.ceil((resetAt - now()) / SECOND_MS)));
}
