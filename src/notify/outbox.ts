import { randomUUID } from 'node:crypto';
import { restAfter } from '../platform/batching/pacing.ts';
import { startPeriodic } from '../platform/batching/periodic.ts';
import { createBatchWriter } from '../platform/database/batch-writer.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { SECOND_MS } from '../platform/time.ts';
import type { DeliveryResult } from './channels/channel.ts';
import type { Channels } from './channels/channels.ts';
import type { ChannelKind } from './channels/kinds.ts';
import { readTarget, UNREADABLE } from './channels/stored-target.ts';
import { type Batch, batchesOf, composeMessage, listedOf } from './compose-message.ts';
import { nextTryAt } from './retries.ts';
import {
  type Attempt,
  endLeasesOf,
  type FreeSlots,
  type LeasedMessage,
  leaseDue,
  recordAttempts,
  stillLeased,
} from './store/outbox.ts';
import type { StoredMessage } from './stored-message.ts';

export interface Outbox {
  /** Begins to send all that is due and has room; it does so by itself every second. */
  check(): Promise<void>;
  wake(): void;
  /** Another instance has died: what it was sending is sent from here, or from a third one. */
  takeOver(deadInstance: number): Promise<void>;
  /** Resolves when nothing is under way and all results are written. */
  settled(): Promise<void>;
  /** Lets what is under way end for a moment, and leaves the rest to others. */
  close(): Promise<void>;
}

/** A message to a person that offers them to claim a fall. */
export interface ClaimableMessage {
  readonly id: string;
  readonly fallId: string;
  readonly personId: string;
}

export interface OutboxDeps {
  readonly db: Database;
  readonly channels: Pick<Channels, 'send'>;
  readonly secretBox: SecretBox;
  readonly publicUrl: () => string;
  /** Creates a claim link for each message and returns their URLs by message id. */
  readonly createClaimLinks: (
    messages: readonly ClaimableMessage[],
    at: Date,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Others see by it when this instance has died; undefined where it cannot prove that it lives. */
  readonly instance: () => number | undefined;
  /** Told of every try, and how long after the message was written it ended. */
  readonly onAttempt?: (kind: ChannelKind, delivered: boolean, attempt: number, ageMs: number) => void;
  /** Told how many seconds after a fall's ladder began the first message about it had arrived. */
  readonly onFirstTold?: (seconds: number) => void;
  readonly now: () => number;
  readonly log: Log;
}

const CHECK_MS = SECOND_MS;
/** Longer than any channel's own limit of time; a channel that never answers is given up then. */
const SEND_TIMEOUT_MS = 15 * SECOND_MS;
/** An instance that has not written its result by then is taken for dead, even where nobody saw it die. */
export const LEASE_MS = 30 * SECOND_MS;
const MAX_PER_KIND = 64;
/** To one host at once. */
const MAX_PER_LANE = 16;
/** A look costs as much as it takes to send a few messages. */
const REST_MS_EACH = 5;
/** A place that becomes free waits for some others. */
const SHORT_REST_MS = 100;
/** Nobody waits for the record of what was sent; to write it costs by the group. */
const RECORD_REST_MS_EACH = 15;
const CLOSE_PATIENCE_MS = 5 * SECOND_MS;

/**
 * Sends what was committed, from any instance. A message is leased before it is sent and its result written after:
 * an instance that is killed between the two leaves a lease, which ends with it, and another sends the message, perhaps
 * again, never not at all.
 * Nothing waits in memory: what has no free place stays in the table, where a claim can still drop it.
 */
export function createOutbox({
  db,
  channels,
  secretBox,
  publicUrl,
  createClaimLinks,
  instance,
  onAttempt,
  onFirstTold,
  now,
  log,
}: OutboxDeps): Outbox {
  const underWay = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  /** Until their results are written. */
  const sendingIds = new Set<string>();
  const givingUp = new Set<AbortController>();
  const results = createBatchWriter<Attempt>({
    name: 'outbox',
    async write(attempts) {
      const firstTold = await db.transaction((q) => recordAttempts(q, attempts));
      for (const seconds of firstTold) onFirstTold?.(seconds);
    },
    restMsEach: RECORD_REST_MS_EACH,
    log,
  });

  let lastBegun = 0;
  /** Whether something may be waiting for a place since the last look. */
  let wasShort = false;

  async function check(): Promise<void> {
    lastBegun = 0;
    for (;;) {
      const begun = await beginSome();
      lastBegun += begun;
      // Others may be hidden behind those that found no place.
      if (begun === 0 || !wasShort) return;
    }
  }

  async function beginSome(): Promise<number> {
    const lease = randomUUID();
    const at = new Date(now());
    const leaseEnd = new Date(at.getTime() + LEASE_MS);
    const free = freeSlots();
    // Until it is known: a place that becomes free meanwhile is not seen by this look.
    wasShort = true;
    const leasedBy = instance() ?? null;
    const leased = await leaseDue(db, { lease, leasedBy, at, leaseEnd }, free, [...sendingIds]);
    const batches = batchesOf(leased);
    wasShort = isShort(
      free,
      batches.map(([first]) => first),
    );
    if (leased.length === 0) return 0;
    const claimLinks = await createClaimLinks(batches.flatMap(listedOf).flatMap(claimable), at);
    const ids = leased.map(({ id }) => id);
    // A claim may have come since: asked as late as can be, right before it is sent.
    const still = await stillLeased(db, ids, lease);
    for (const batch of batchesOf(leased.filter(({ id }) => still.has(id)))) {
      begin(batch, lease, claimLinks);
      // Encrypting and signing a whole group in one turn of the event loop would keep readings waiting.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return batches.length;
  }

  function freeSlots() {
    const left = [...underWay].map(([name, count]) => [name, mostOf(name) - count]);
    return { perKind: MAX_PER_KIND, perLane: MAX_PER_LANE, left: Object.fromEntries(left) };
  }

  function begin(batch: Batch, lease: string, claimLinks: ReadonlyMap<string, string>): void {
    const places = new Set([batch[0].kind, batch[0].lane]);
    for (const place of places) underWay.set(place, (underWay.get(place) ?? 0) + 1);
    for (const { id } of batch) sendingIds.add(id);
    const sent = send(batch, lease, claimLinks).finally(() => {
      for (const place of places) {
        const count = (underWay.get(place) ?? 1) - 1;
        if (count === 0) underWay.delete(place);
        else underWay.set(place, count);
      }
      sending.delete(sent);
      if (wasShort) periodic.wake();
    });
    sending.add(sent);
  }

  async function send(batch: Batch, lease: string, claimLinks: ReadonlyMap<string, string>): Promise<void> {
    const startedAt = new Date(now());
    const started = performance.now();
    const result = await deliver(batch, claimLinks);
    const tookMs = performance.now() - started;
    const endedAt = new Date(now());
    const [{ kind, attempts, firstTryAt }] = batch;
    const attempt = attempts + 1;
    const readyAt = Math.min(...batch.map((row) => row.readyAt.getTime()));
    onAttempt?.(kind, result.delivered, attempt, Math.max(0, endedAt.getTime() - readyAt));
    // Each fall's timeline has the try, and a claim of one drops that one alone.
    for (const message of batch) {
      const written = results.add({
        message,
        lease,
        attempt,
        at: startedAt,
        tookMs,
        delivered: result.delivered,
        status: result.status,
        error: result.error,
        retryAt: nextTryAt(result, attempt, firstTryAt ?? startedAt, endedAt),
        gone: result.gone ?? false,
      });
      void written.then(() => sendingIds.delete(message.id));
    }
  }

  async function deliver(batch: Batch, claimLinks: ReadonlyMap<string, string>): Promise<DeliveryResult> {
    const [{ kind, target, targetRow: row }] = batch;
    const opened = readTarget(secretBox, { kind, row, target });
    if (opened === undefined) return UNREADABLE;
    const whole = composeMessage(batch, claimLinks, publicUrl());
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), SEND_TIMEOUT_MS);
    givingUp.add(giveUp);
    try {
      const { signal } = giveUp;
      return await Promise.race([channels.send(opened, whole, signal), aborted(signal)]);
    } catch (error) {
      log.error({ err: error, kind }, 'a channel failed in a way it should not');
      return failed('failed');
    } finally {
      clearTimeout(timer);
      givingUp.delete(giveUp);
    }
  }

  const periodic = startPeriodic({
    everyMs: CHECK_MS,
    now,
    work: check,
    failed: (error) => log.error({ err: error }, 'messages could not be taken from the outbox'),
    // What waits for a place may have one as soon as another message has arrived.
    restMs: () => (wasShort ? SHORT_REST_MS : restAfter(lastBegun, REST_MS_EACH)),
  });

  async function settled(): Promise<void> {
    while (sending.size > 0) await Promise.all(sending);
    await results.settled();
  }

  return {
    check,
    wake: periodic.wake,
    async takeOver(deadInstance) {
      const count = await endLeasesOf(db, deadInstance, new Date(now()));
      if (count > 0) periodic.wake();
    },
    settled,
    async close() {
      await periodic.close();
      const patience = setTimeout(() => {
        for (const giveUp of givingUp) giveUp.abort();
      }, CLOSE_PATIENCE_MS);
      await Promise.all(sending);
      clearTimeout(patience);
      await results.drain();
    },
  };
}

function claimable({ id, kind, fallId, personId, message }: LeasedMessage): readonly ClaimableMessage[] {
  const isClaimable = (message as StoredMessage).claimable && (kind === 'ntfy' || kind === 'email');
  return isClaimable && fallId !== null && personId !== null ? [{ id, fallId, personId }] : [];
}

const isKind = (name: string): boolean => !name.includes(' ');
const mostOf = (place: string): number => (isKind(place) && place !== 'email' ? MAX_PER_KIND : MAX_PER_LANE);

/** Whether some kind or lane has no place left once these are under way. */
function isShort({ left }: FreeSlots, leased: readonly LeasedMessage[]): boolean {
  const free = new Map(Object.entries(left));
  for (const { kind, lane } of leased)
    for (const place of new Set([kind, lane])) free.set(place, (free.get(place) ?? mostOf(place)) - 1);
  return [...free.values()].some((places) => places <= 0);
}

const failed = (error: string): DeliveryResult => ({ delivered: false, status: null, error });

const aborted = (signal: AbortSignal): Promise<DeliveryResult> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(failed('no answer in time')), { once: true });
  });
