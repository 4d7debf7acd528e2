import { isInCareTeam } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { asRecordset } from '../../platform/database/recordset.ts';
import type { FallLevel } from '../../platform/fall-levels.ts';
import type { Language } from '../../platform/languages.ts';
import type { StoredTarget, TargetRow } from '../channels/channel-secrets.ts';
import type { ChannelKind } from '../channels/kinds.ts';
import { receiptHash } from '../receipts/receipt.ts';
import type { NotificationContent } from '../texts/content.ts';
import type { DeliveryEntry, NotifiedFalls } from '../vocabulary.ts';
import { planAlerts } from './gathering-store.ts';
import { gatherMsOf } from './lanes.ts';
import type { StoredMessage } from './stored-message.ts';

export interface OutboxMessage {
  readonly fallId: string | null;
  /** A person's channel, or a webhook of the organisation. */
  readonly to: { readonly channelId: string; readonly personId: string } | { readonly webhookId: string };
  readonly lane: string;
  /** The content; it is worded for the channel when it is sent. */
  readonly message: object;
  /** The fall's level, for a message that may be grouped with others. */
  readonly gatheredLevel?: FallLevel;
}

/**
 * Runs in the transaction of the events that the messages are about, so both commit together or not at all. Wakes the
 * senders at the commit.
 */
export async function enqueue(q: Queryable, messages: readonly OutboxMessage[], at: Date): Promise<void> {
  if (messages.length === 0) return;
  const heldUntil = await holdBack(q, messages, at);
  await q.run(
    // A channel that its owner has deleted since it was read gets no message.
    `WITH held AS MATERIALIZED (
       SELECT id FROM notification_channels WHERE id = ANY($3) ORDER BY id FOR KEY SHARE
     ), stored AS (
       INSERT INTO outbox (fall_id, person_id, channel_id, webhook_id, lane, message, gathers, held_until, due_at, created_at)
       SELECT fall_id, person_id, channel_id, webhook_id, lane, message, gathers, held_until, coalesce(held_until, $2), $2
       FROM jsonb_to_recordset($1::jsonb) AS m (fall_id uuid, person_id uuid, channel_id uuid, webhook_id uuid, lane text,
         message jsonb, gathers boolean, held_until timestamptz)
       WHERE channel_id IS NULL OR channel_id IN (SELECT id FROM held)
     )
     SELECT pg_notify('vigil_outbox', '')`,
    [
      asRecordset(
        messages.map(({ fallId, to, lane, message, gatheredLevel }, i) => ({
          fall_id: fallId,
          person_id: 'personId' in to ? to.personId : null,
          channel_id: 'channelId' in to ? to.channelId : null,
          webhook_id: 'webhookId' in to ? to.webhookId : null,
          lane,
          message,
          gathers: gatheredLevel !== undefined,
          held_until: heldUntil[i],
        })),
      ),
      at,
      messages.flatMap(({ to }) => ('channelId' in to ? [to.channelId] : [])),
    ],
  );
}

/** The time until which each message is held back to be grouped with others; null where it is not. */
async function holdBack(
  q: Queryable,
  messages: readonly OutboxMessage[],
  at: Date,
): Promise<readonly (Date | null)[]> {
  const alerts = messages.map(({ fallId, to, lane, gatheredLevel: level }) =>
    fallId !== null && level !== undefined && 'channelId' in to
      ? { fallId, channelId: to.channelId, level, gatherMs: gatherMsOf(lane) }
      : null,
  );
  const gathered = alerts.filter((alert) => alert !== null);
  if (gathered.length === 0) return messages.map(() => null);
  const sendAt = await planAlerts(q, gathered, at);
  return alerts.map((alert) => {
    const planned = alert === null ? at : sendAt(alert);
    return planned > at ? planned : null;
  });
}

interface MessagesToDrop {
  readonly personId?: string;
  readonly about?: NotificationContent['about'];
  /** The people to whom the transaction writes messages afterwards: their channels are locked before the outbox, as in planAlerts. */
  readonly recipients?: readonly string[] | undefined;
}

/**
 * A caregiver has claimed the fall, or it is resolved: drops the unsent messages to people, or `only` some of them. Event
 * feeds still get theirs. At the commit, the instance with the connection to the pager server learns which pagers may
 * still ring.
 */
export async function dropMessagesOf(
  q: Queryable,
  fallIds: readonly string[],
  { personId, about, recipients = [] }: MessagesToDrop = {},
): Promise<void> {
  if (fallIds.length === 0) return;
  await Promise.all([
    recipients.length > 0 &&
      q.run('SELECT FROM notification_channels WHERE user_id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
        recipients,
      ]),
    q.run(
      // In the lock order of recordAttempts, which may lock rows of many falls.
      `UPDATE outbox SET state = 'DROPPED' WHERE id = ANY(array(
         SELECT id FROM outbox WHERE fall_id = ANY($1) AND state = 'PENDING' AND channel_id IS NOT NULL
           AND ($2::uuid IS NULL OR person_id = $2) AND ($3::text IS NULL OR message #>> '{content,about}' = $3)
         ORDER BY id FOR UPDATE)) AND state = 'PENDING'`,
      [fallIds, personId ?? null, about ?? null],
    ),
    q.run(
      `SELECT pg_notify('vigil_pager', fall_id::text) FROM outbox
       WHERE fall_id = ANY($1) AND lane = 'pager' AND state = 'SENT' AND $2::uuid IS NULL GROUP BY fall_id`,
      [fallIds, personId ?? null],
    ),
  ]);
}

export interface LeasedMessage {
  readonly id: string;
  readonly fallId: string | null;
  readonly patientId: string | null;
  readonly personId: string | null;
  readonly channelId: string | null;
  readonly webhookId: string | null;
  readonly lane: string;
  readonly kind: ChannelKind;
  /** With sealed credentials. */
  readonly target: StoredTarget;
  readonly targetRow: TargetRow;
  readonly message: object;
  readonly attempts: number;
  readonly firstTryAt: Date | null;
  /** When the message was written, or until when it was held back. */
  readonly readyAt: Date;
  /** The same for all rows of one message and for every attempt; null for a message that is sent alone. */
  readonly batch: string | null;
  /** Of the person; null for that of the organisation, and for webhooks. */
  readonly language: Language | null;
}

/** How many more messages may be in delivery at once, per kind and per lane. */
export interface FreeSlots {
  readonly perKind: number;
  readonly perLane: number;
  /**
   * Kinds and lanes with fewer free slots than the maximum. A lane with the name of its kind stands for the whole kind.
   */
  readonly left: Readonly<Record<string, number>>;
  /** Kinds whose messages another instance sends. */
  readonly elsewhere: readonly string[];
}

/**
 * The most rows that one query considers: a larger burst waits for the next query. A few times the number of slots, because
 * the cost of a query grows with it; rows without a free slot do not count.
 */
export const CONSIDERED = 256;

/**
 * No retry and no lease ends later than this. A later time was written before the clock was set back, and must not wait
 * until the clock reaches it again. A message that another instance is sending at that moment may be sent twice.
 */
const FARTHEST_AHEAD = `interval '90 s'`;
/** An event about a fall waits until the webhook has the earlier ones, or they are given up. */
export const isNext = `(webhook_id IS NULL OR NOT EXISTS (SELECT FROM outbox earlier WHERE earlier.fall_id = outbox.fall_id
  AND earlier.webhook_id = outbox.webhook_id AND earlier.state = 'PENDING' AND earlier.created_at < outbox.created_at))`;
const due = `(due_at <= $2 OR due_at > $2::timestamptz + ${FARTHEST_AHEAD}) AND id <> ALL($7::uuid[])`;

interface Lease {
  readonly lease: string;
  /**
   * The number of the instance, by which others detect that it has died; null where it cannot prove that it is alive.
   */
  readonly leasedBy: number | null;
  readonly receiptKey: Buffer;
  readonly at: Date;
  readonly leaseEnd: Date;
}

/**
 * Leases due messages that have a free slot. Each belongs to one instance until `leaseEnd`; if that instance dies,
 * another takes over. Limits per lane and kind let a host that hangs use only its own slots. Alerts of one channel that
 * are due together, or were sent together before, form one batch and take one slot: the instance that gets the first
 * row (`leaders`) gets the whole batch. The query never waits for a lock, so it cannot deadlock. Arrays instead of
 * joins: the planner overestimates the number of due rows and would read the whole table.
 */
export const leaseDue = (
  q: Queryable,
  { falls }: Pick<NotifiedFalls, 'falls'>,
  { lease, leasedBy, receiptKey, at, leaseEnd }: Lease,
  free: FreeSlots,
  underWay: readonly string[],
) =>
  q.rows<LeasedMessage>(
    `WITH oldest AS (
       SELECT id, due_at, lane, split_part(lane, ' ', 1) AS kind,
              coalesce(batch, CASE WHEN gathers THEN channel_id END, id) AS unit
       FROM outbox
       WHERE state = 'PENDING' AND ${due}
         AND coalesce(($4::jsonb ->> lane)::int, 1) > 0 AND coalesce(($4::jsonb ->> split_part(lane, ' ', 1))::int, 1) > 0
         AND ${isNext}
       ORDER BY due_at LIMIT ${CONSIDERED}
     ), units AS (
       SELECT DISTINCT ON (unit) id, due_at, lane, kind FROM oldest ORDER BY unit, due_at, id
     ), fitting AS (
       SELECT id, due_at, kind, row_number() OVER (PARTITION BY kind ORDER BY due_at, id) AS place
       FROM (SELECT *, row_number() OVER (PARTITION BY lane ORDER BY due_at, id) AS place FROM units) lanes
       WHERE place <= coalesce(($4::jsonb ->> lane)::int, $5)
     ), leaders AS (
       SELECT id, channel_id, gathers, batch FROM outbox WHERE state = 'PENDING' AND ${due} AND id = ANY(array(
         SELECT id FROM fitting WHERE place <= coalesce(($4::jsonb ->> kind)::int, $6)))
       FOR UPDATE SKIP LOCKED
     ), gathered AS (
       SELECT id, channel_id, batch FROM outbox WHERE state = 'PENDING' AND gathers AND ${due}
         AND channel_id = ANY(array(SELECT channel_id FROM leaders WHERE gathers))
       FOR UPDATE SKIP LOCKED
     ), free AS (
       SELECT id, NULL::uuid AS leader FROM leaders WHERE NOT gathers
       UNION ALL
       SELECT g.id, l.id FROM gathered g JOIN leaders l
         ON l.gathers AND l.channel_id = g.channel_id AND l.batch IS NOT DISTINCT FROM g.batch
     ), leased AS (
       UPDATE outbox o SET lease = $1, leased_by = $8, due_at = $3, first_try_at = coalesce(o.first_try_at, $2),
         batch = coalesce(o.batch, f.leader), receipt = ${receiptHash('$9', 'coalesce(o.batch, f.leader, o.id)')}
       FROM free f WHERE o.id = f.id AND o.id = ANY(array(SELECT id FROM free))
       RETURNING o.*
     )
     SELECT o.id, o.fall_id AS "fallId", f.user_id AS "patientId", o.person_id AS "personId",
            o.channel_id AS "channelId", o.webhook_id AS "webhookId", o.lane, coalesce(c.kind, 'webhook') AS kind,
            coalesce(c.target || jsonb_build_object('givesReceipts', c.gives_receipts), jsonb_build_object('id', w.id, 'url', w.url, 'secret', w.secret, 'format', w.format)) AS target,
            coalesce('notification_channels/' || o.channel_id, 'webhooks/' || o.webhook_id) AS "targetRow", o.message,
            o.attempts, o.first_try_at AS "firstTryAt", coalesce(o.held_until, o.created_at) AS "readyAt", o.batch,
            (SELECT u.language FROM people_public u WHERE u.id = o.person_id) AS language
     FROM leased o
       LEFT JOIN notification_channels c ON c.id = o.channel_id
       LEFT JOIN webhooks w ON w.id = o.webhook_id
       LEFT JOIN ${falls} f ON f.id = o.fall_id`,
    [
      lease,
      at,
      leaseEnd,
      JSON.stringify(free.left),
      free.perLane,
      free.perKind,
      underWay,
      leasedBy,
      receiptKey,
    ],
  );

/**
 * The instance has died: the messages it was sending are due at once, as if their leases had expired. Returns the
 * number of messages.
 */
export const endLeasesOf = (q: Queryable, instance: number, at: Date) =>
  q.run(`UPDATE outbox SET due_at = $2, leased_by = NULL WHERE state = 'PENDING' AND leased_by = $1`, [
    instance,
    at,
  ]);

/** A lease whose messages are not all being sent: the connection to the database broke. */
export interface BrokenLease {
  readonly lease: string;
  readonly leaseEnd: Date;
}

/** Their messages are due at once, apart from those `underWay` and those whose result is written. */
export const endBrokenLeases = (
  q: Queryable,
  broken: readonly BrokenLease[],
  underWay: readonly string[],
  at: Date,
) =>
  q.run(
    `UPDATE outbox SET due_at = $4, leased_by = NULL WHERE state = 'PENDING' AND id = ANY(array(
       SELECT id FROM outbox JOIN unnest($1::uuid[], $2::timestamptz[]) AS broken (lease, ends) USING (lease)
       WHERE state = 'PENDING' AND due_at = ends AND id <> ALL($3::uuid[])
       ORDER BY id FOR UPDATE OF outbox SKIP LOCKED))`,
    [broken.map(({ lease }) => lease), broken.map(({ leaseEnd }) => leaseEnd), underWay, at],
  );

/**
 * The messages of a lease that must still be sent: the fall may have been claimed since. Drops messages about a patient
 * to people who no longer look after them, and those about a ward to people who have left it.
 */
export const stillLeased = async (
  q: Queryable,
  { falls }: Pick<NotifiedFalls, 'falls'>,
  ids: readonly string[],
  lease: string,
): Promise<ReadonlySet<string>> =>
  new Set(
    await q.column<string>(
      `WITH leased AS (
           SELECT o.id, o.person_id, coalesce(f.user_id, (o.message ->> 'patientId')::uuid) AS patient_id,
                  (o.message -> 'extra' ->> 'wardId')::uuid AS ward_id
           FROM outbox o LEFT JOIN ${falls} f ON f.id = o.fall_id
           WHERE o.id = ANY($1) AND o.lease = $2 AND o.state = 'PENDING'
         ), strangers AS (
           UPDATE outbox o SET state = 'DROPPED' FROM leased l JOIN people_public u ON u.id = l.person_id
           WHERE o.id = l.id AND o.state = 'PENDING' AND NOT (u.status = 'active' AND 
             (u.role = 'ADMIN' OR CASE WHEN l.patient_id IS NOT NULL THEN ${isInCareTeam('u.id', 'l.patient_id')}
               ELSE l.ward_id IS NULL OR EXISTS (SELECT FROM current_ward_members m
                 WHERE m.caregiver_id = u.id AND m.ward_id = l.ward_id) END))
           RETURNING o.id
         )
         SELECT id FROM leased WHERE id NOT IN (SELECT id FROM strangers)`,
      [ids, lease],
    ),
  );

export interface Attempt {
  readonly message: Pick<
    LeasedMessage,
    'id' | 'fallId' | 'patientId' | 'personId' | 'channelId' | 'webhookId' | 'kind' | 'message'
  >;
  readonly lease: string;
  readonly attempt: number;
  readonly at: Date;
  readonly tookMs: number;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
  /** When to retry; null when there is no retry. */
  readonly retryAt: Date | null;
  readonly gone: boolean;
  /** The gateway reports the outcome later: the timeline gets it then. */
  readonly isPending: boolean;
  readonly isReceived: boolean;
}

const ATTEMPT_ROW = `(outbox_id uuid, lease uuid, attempt smallint, at timestamptz, took_ms int, delivered boolean,
  status smallint, error text, retry_at timestamptz, gone boolean, fall_id uuid, person_id uuid, channel_id uuid,
  webhook_id uuid, kind text, pending boolean, ended_at timestamptz, received boolean)`;
const GIVEN = `jsonb_to_recordset($1::jsonb) AS a ${ATTEMPT_ROW}`;

/**
 * Records the results of attempts; must run in a transaction. Skips messages and people that were deleted in the
 * meantime. Returns, for each fall whose first message was delivered, the seconds since its escalation began.
 */
export async function recordAttempts(
  q: Queryable,
  notifiedFalls: NotifiedFalls,
  attempts: readonly Attempt[],
): Promise<readonly number[]> {
  const { falls, responses } = notifiedFalls;
  const people = attempts.flatMap(({ message }) => [message.personId, message.patientId]);
  // Passed in addition wherever rows are joined: the planner estimates a recordset at a hundred rows, as in
  // saveResponses.
  const messageIds = attempts.map(({ message }) => message.id);
  const fallIds = [...new Set(attempts.map(({ message }) => message.fallId).filter((id) => id !== null))];
  const failed = attempts.flatMap(({ message: { fallId, personId }, delivered, retryAt }) =>
    delivered || retryAt !== null || personId === null ? [] : (fallId ?? []),
  );
  const given = asRecordset(attempts.map(attemptRow));
  const noteErrors = (table: string, column: string) =>
    q.run(
      `UPDATE ${table} t SET last_error = a.error, disabled_at = CASE WHEN a.gone THEN a.at ELSE t.disabled_at END
       FROM (SELECT DISTINCT ON (${column}) * FROM ${GIVEN} WHERE ${column} IS NOT NULL ORDER BY ${column}, gone DESC, at DESC) a
       WHERE t.id = a.${column} AND (a.gone OR t.last_error IS DISTINCT FROM a.error)`,
      [given],
    );
  const [, , , , , , , firstDelivered] = await Promise.all([
    // People before their rows, as when an account is deleted.
    q.run('SELECT FROM people_public WHERE id = ANY($1) ORDER BY id FOR KEY SHARE', [
      people.filter((id) => id !== null),
    ]),
    // Falls before their messages, as when falls are deleted.
    q.run(`SELECT FROM ${falls} WHERE id = ANY($1) ORDER BY id FOR KEY SHARE`, [fallIds]),
    attempts.some(({ message }) => message.channelId !== null) &&
      noteErrors('notification_channels', 'channel_id'),
    attempts.some(({ message }) => message.webhookId !== null) && noteErrors('webhooks', 'webhook_id'),
    // In one order, like a claim that drops several of them.
    q.run('SELECT FROM outbox WHERE id = ANY($1) ORDER BY id FOR UPDATE', [messageIds]),
    q.run(
      `INSERT INTO delivery_attempts (outbox_id, attempt, at, delivered, status, error, took_ms)
       SELECT a.outbox_id, a.attempt, a.at, a.delivered, a.status, a.error, a.took_ms
       FROM ${GIVEN} WHERE a.outbox_id IN (SELECT id FROM outbox WHERE id = ANY($2))`,
      [given, messageIds],
    ),
    notifiedFalls.addToTimelines(q, attempts.flatMap(deliveryEntry)),
    // Before the messages are marked as sent.
    q.rows<{ seconds: number }>(
      `SELECT greatest(0, extract(epoch FROM min(a.at) - r.escalation_starts_at)) + min(a.took_ms) / 1000.0 AS seconds
       FROM ${GIVEN} JOIN ${responses} r ON r.fall_id = a.fall_id JOIN ${falls} f ON f.id = r.fall_id AND NOT f.is_test
       WHERE a.delivered AND NOT a.pending AND a.person_id IS NOT NULL AND r.fall_id = ANY($2) AND NOT EXISTS (
         SELECT FROM outbox o
         WHERE o.fall_id = a.fall_id AND o.fall_id = ANY($2) AND o.state = 'SENT' AND o.person_id IS NOT NULL)
       GROUP BY r.fall_id, r.escalation_starts_at`,
      [given, fallIds],
    ),
    // An instance that took longer than its lease finds that another has taken over, and leaves the rest to it.
    q.run(
      `UPDATE outbox o SET attempts = a.attempt, lease = NULL, leased_by = NULL,
         state = CASE WHEN a.delivered THEN 'SENT' WHEN o.state = 'DROPPED' THEN 'DROPPED'
                      WHEN a.retry_at IS NULL THEN 'FAILED' ELSE 'PENDING' END,
         due_at = coalesce(a.retry_at, o.due_at),
         accepted_at = CASE WHEN a.delivered THEN a.ended_at ELSE o.accepted_at END,
         received_at = CASE WHEN a.received THEN coalesce(o.received_at, a.ended_at) ELSE o.received_at END
       FROM ${GIVEN} WHERE o.id = a.outbox_id AND o.id = ANY($2) AND (o.lease = a.lease OR a.delivered)`,
      [given, messageIds],
    ),
    // An ended subscription is replaced by a new one, so its channel is deleted. The webhook of a system that is gone may
    // return, so it is only disabled.
    attempts.some(({ gone }) => gone) &&
      q.run(
        `DELETE FROM notification_channels c USING ${GIVEN} WHERE a.gone AND c.id = a.channel_id AND c.kind = 'webpush'`,
        [given],
      ),
    failed.length > 0 && notifiedFalls.notificationsFailed(q, failed),
  ]);
  return firstDelivered.map(({ seconds }) => Number(seconds));
}

const endOf = ({ at, tookMs }: Attempt): Date => new Date(at.getTime() + Math.round(tookMs));

/** It comes after the end of the timeline. */
const isClosing = ({ message }: Pick<LeasedMessage, 'message'>): boolean =>
  (message as Partial<StoredMessage>).content?.about === 'closing';

function deliveryEntry(attempt: Attempt): readonly DeliveryEntry[] {
  const { message, isPending, isReceived, delivered } = attempt;
  const { id: messageId, fallId, personId, kind: channel } = message;
  if (fallId === null || isPending || isClosing(message)) return [];
  const endedAt = endOf(attempt);
  const states = {
    acceptedAt: delivered ? endedAt : null,
    receivedAt: isReceived ? endedAt : null,
    openedAt: null,
    failedAt: delivered ? null : endedAt,
  };
  return [{ ...attempt, ...states, fallId, messageId, personId, channel }];
}

const attemptRow = ({ message, ...attempt }: Attempt) => ({
  outbox_id: message.id,
  lease: attempt.lease,
  attempt: attempt.attempt,
  at: attempt.at,
  took_ms: Math.round(attempt.tookMs),
  delivered: attempt.delivered,
  status: attempt.status,
  error: attempt.error,
  retry_at: attempt.retryAt,
  gone: attempt.gone,
  fall_id: message.fallId,
  person_id: message.personId,
  channel_id: message.channelId,
  webhook_id: message.webhookId,
  kind: message.kind,
  pending: attempt.isPending,
  ended_at: endOf({ message, ...attempt }),
  received: attempt.isReceived,
});

/**
 * Deletes at most `most` messages that were sent, given up or dropped, with all their attempts; the timeline keeps the
 * results.
 */
export const purgeOutbox = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM outbox WHERE id IN
       (SELECT id FROM outbox WHERE state <> 'PENDING' AND created_at < $1 ORDER BY created_at LIMIT $2
        FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
