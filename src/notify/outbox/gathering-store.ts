import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import { CLOCK_TOLERANCE_MS } from '../../platform/time.ts';
import { type RecentAlerts, sendAt } from './gathering.ts';

/** A message about a fall to a person's channel, of a kind that is grouped. */
interface GatheredAlert {
  readonly fallId: string;
  readonly channelId: string;
  readonly level: FallLevel;
  /** How long the channel groups falls after a message. */
  readonly gatherMs: number;
}

const keyOf = (fallId: string, channelId: string): string => `${fallId} ${channelId}`;

/**
 * Decides when to send each of these messages (notify/gathering.ts). Drops unsent messages about the same fall to the
 * same channel, because the new message replaces them. Until the transaction ends, no other transaction plans messages
 * to these channels: of two concurrent falls, on any instances, one is sent at once. Lock order: responses, channels,
 * outbox, as in recordAttempts.
 */
export async function planAlerts(
  q: Queryable,
  alerts: readonly GatheredAlert[],
  at: Date,
): Promise<(alert: GatheredAlert) => Date> {
  const channelIds = [...new Set(alerts.map(({ channelId }) => channelId))];
  const [, recent, risen] = await Promise.all([
    q.run('SELECT FROM notification_channels WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [channelIds]),
    recentAlerts(q, new Map(alerts.map(({ channelId, gatherMs }) => [channelId, gatherMs])), at),
    risenAlerts(q, alerts),
    dropReplaced(q, alerts, channelIds),
  ]);
  return ({ fallId, channelId, gatherMs }) =>
    risen.has(keyOf(fallId, channelId)) ? at : sendAt(fallId, recent.get(channelId), at, gatherMs);
}

/** Messages that were dropped before they were sent do not count. */
async function recentAlerts(q: Queryable, gatherMsOf: ReadonlyMap<string, number>, at: Date) {
  const rows = await q.rows<RecentAlerts & { channelId: string }>(
    `SELECT channel_id AS "channelId", (array_agg(DISTINCT fall_id))[1:2] AS "fallIds",
            max(coalesce(held_until, created_at)) AS "lastSendAt"
     FROM outbox JOIN unnest($1::uuid[], $2::timestamptz[]) AS c (channel_id, since) USING (channel_id)
     WHERE channel_id = ANY($1) AND gathers AND created_at > since AND created_at <= $3
       AND NOT (state = 'DROPPED' AND attempts = 0 AND lease IS NULL)
     GROUP BY channel_id`,
    [
      [...gatherMsOf.keys()],
      [...gatherMsOf.values()].map((gatherMs) => new Date(at.getTime() - gatherMs)),
      new Date(at.getTime() + CLOCK_TOLERANCE_MS),
    ],
  );
  return new Map(rows.map(({ channelId, ...recent }) => [channelId, recent]));
}

/**
 * Falls that have risen to CONFIRMED since the channel's last message about them was sent or planned: that is news and
 * not held back.
 */
async function risenAlerts(q: Queryable, alerts: readonly GatheredAlert[]): Promise<ReadonlySet<string>> {
  const confirmed = alerts.filter(({ level }) => level === 'CONFIRMED');
  if (confirmed.length === 0) return new Set();
  const rows = await q.rows<Pick<GatheredAlert, 'fallId' | 'channelId'>>(
    `SELECT fall_id AS "fallId", channel_id AS "channelId" FROM outbox
     WHERE fall_id = ANY($1) AND channel_id = ANY($2) AND gathers
     GROUP BY fall_id, channel_id HAVING bool_and(message ->> 'level' <> 'CONFIRMED')`,
    [
      [...new Set(confirmed.map(({ fallId }) => fallId))],
      [...new Set(confirmed.map(({ channelId }) => channelId))],
    ],
  );
  return new Set(rows.map(({ fallId, channelId }) => keyOf(fallId, channelId)));
}

const dropReplaced = (q: Queryable, alerts: readonly GatheredAlert[], channelIds: readonly string[]) =>
  q.run(
    `UPDATE outbox o SET state = 'DROPPED'
     FROM jsonb_to_recordset($2::jsonb) AS n (fall_id uuid, channel_id uuid)
     WHERE o.channel_id = ANY($1) AND o.state = 'PENDING' AND o.gathers AND o.attempts = 0 AND o.lease IS NULL
       AND o.fall_id = n.fall_id AND o.channel_id = n.channel_id`,
    [
      channelIds,
      asRecordset(alerts.map(({ fallId, channelId }) => ({ fall_id: fallId, channel_id: channelId }))),
    ],
  );
