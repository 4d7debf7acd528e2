import { createDataLoader } from '../../platform/batching/data-loader.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/time.ts';
import { responseOf } from '../shown-response.ts';
import { newestUnresolvedOf, responsesTo } from '../store/responses.ts';

/** A fall as its wearer's device shows it. */
interface WearerFall {
  readonly fallId: string;
  readonly level: string;
  readonly source: string;
  readonly createdAt: Date;
  readonly response: ReturnType<typeof responseOf>;
}

const SHOWN_MS = DAY_MS;

/**
 * The newest unresolved fall of a wearer, at most 24 h old, after those that the device already shows: oldest first. Look-ups
 * of the same moment are one query.
 */
export function createWearerFalls(q: Queryable, now: () => number) {
  const look = createDataLoader((keys) => lookUp(q, keys, new Date(now() - SHOWN_MS)));
  return async (wearerId: string, shown: readonly string[] = []): Promise<readonly WearerFall[]> =>
    (await look([wearerId, ...shown].join(' '))) ?? [];
}

async function lookUp(q: Queryable, keys: readonly string[], since: Date) {
  const wearers = keys.map((key) => {
    const [wearerId = '', ...shown] = key.split(' ');
    return { key, wearerId, shown };
  });
  const newest = await newestUnresolvedOf(
    q,
    wearers.map(({ wearerId }) => wearerId),
    since,
  );
  const falls = await responsesTo(q, [
    ...new Set([...newest.values(), ...wearers.flatMap(({ shown }) => shown)]),
  ]);
  return new Map(
    wearers.map(({ key, wearerId, shown }) => {
      const ids = new Set([...shown, newest.get(wearerId) ?? '']);
      const own = falls.filter(({ fallId, patientId }) => patientId === wearerId && ids.has(fallId));
      return [
        key,
        own.map(
          ({ fallId, level, source, fellAt, response }): WearerFall => ({
            fallId,
            level,
            source,
            createdAt: fellAt,
            response: responseOf(response),
          }),
        ),
      ];
    }),
  );
}
