import { randomUUID } from 'node:crypto';
import { PATH_RECEIVER } from '../../accounts/vocabulary.ts';
import { restAfter } from '../../platform/batching/pacing.ts';
import { type Periodic, startPeriodic } from '../../platform/batching/periodic.ts';
import { callEach } from '../../platform/call-each.ts';
import { type BatchWriter, createBatchWriter } from '../../platform/database/batch-writer.ts';
import type { Database } from '../../platform/database/database.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { DeliveryResult } from '../channels/channel.ts';
import type { Channels } from '../channels/channels.ts';
import { type ChannelKind, kindOf } from '../channels/kinds.ts';
import type { NotifyMetrics } from '../metrics.ts';
import { newReceiptKey } from '../receipts/receipt.ts';
import type { NotifiedFalls } from '../vocabulary.ts';
import { batchesOf, listedOf, type MessageBatch } from './compose-message.ts';
import { Deliveries, type DeliveryDeps, type Lease } from './deliveries.ts';
import { nextTryAt } from './retries.ts';
import { isFull, SendSlots } from './send-slots.ts';
import {
  type Attempt,
  type BrokenLease,
  CONSIDERED,
  endBrokenLeases,
  endLeasesOf,
  type LeasedMessage,
  leaseDue,
  recordAttempts,
  stillLeased,
} from './store.ts';
import type { StoredMessage } from './stored-message.ts';

/** A message that offers a person to claim a fall. */
interface ClaimableMessage {
  readonly id: string;
  readonly fallId: string;
  readonly personId: string;
}

interface Delivery {
  readonly fallId: string;
  readonly kind: ChannelKind;
  readonly at: Date;
}

interface OutboxDeps extends DeliveryDeps {
  readonly db: Database;
  readonly notifiedFalls: NotifiedFalls;
  readonly channels: DeliveryDeps['channels'] & Partial<Pick<Channels, 'maySend'>>;
  /** Creates a claim link for each message and returns their URLs by message id. */
  readonly createClaimLinks: (
    messages: readonly ClaimableMessage[],
    at: Date,
  ) => Promise<ReadonlyMap<string, string>>;
  /** The number under which other instances see that this one is alive; undefined while it has none. */
  readonly instance: () => number | undefined;
  /** A message about a fall has reached a person; called after the result is stored. */
  readonly onDelivered?: (delivery: Delivery) => void;
  readonly metrics?: Pick<NotifyMetrics, 'deliveryTried' | 'firstDelivered'>;
  readonly now: () => number;
}

const CHECK_MS = SECOND_MS;
/** After this time an instance that has not written its result counts as dead. */
export const LEASE_MS = 30 * SECOND_MS;
/** A check costs as much as sending a few messages. */
const REST_MS_EACH = 5;
/** While slots are missing, checks start few messages each: a pause bounds their cost. */
const FULL_REST_MS = 20;
/** A free slot waits for more free slots. */
const FREED_REST_MS = 100;
/** Results are not urgent, and cheaper to write in groups. */
const RECORD_REST_MS_EACH = 15;
/** How long `close` waits before it aborts the deliveries under way. */
const CLOSE_TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Sends committed messages, from any instance. A message is leased before it is sent, and its result is written after.
 * An instance that is killed in between leaves a lease, which expires; another instance then sends the message, perhaps
 * for the second time. Nothing queues in memory: a message without a free slot stays in the table, where a claim of its
 * fall can still drop it.
 */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #deliveries: Deliveries;
  readonly #slots = new SendSlots();
  readonly #sending = new Set<Promise<void>>();
  /** Ids of the messages whose results are not written yet. */
  readonly #sendingIds = new Set<string>();
  /** Until they would have ended: a statement whose answer was lost may still commit. */
  #brokenLeases: readonly BrokenLease[] = [];
  readonly #results: BatchWriter<Attempt>;
  readonly #periodic: Periodic;
  #batchesOfLastCheck = 0;
  /** Whether messages may be waiting for a slot since the last check. */
  #wasFull = false;
  #slotTimer: NodeJS.Timeout | undefined;

  constructor(deps: OutboxDeps) {
    const { db, notifiedFalls, metrics, onDelivered, now, log } = deps;
    this.#deps = deps;
    this.#deliveries = new Deliveries(deps);
    this.#results = createBatchWriter<Attempt>({
      name: 'outbox',
      write: async (attempts) => {
        const firstDelivered = await db.transaction((q) => recordAttempts(q, notifiedFalls, attempts), {
          urgent: true,
        });
        // The attempts are recorded: a callback that throws must not make them be recorded again.
        const failed = (error: unknown) => log.error({ err: error }, 'outbox: callback of a delivery failed');
        callEach(firstDelivered, (seconds) => metrics?.firstDelivered(seconds), failed);
        callEach(attempts.flatMap(deliveryToPerson), (delivery) => onDelivered?.(delivery), failed);
        // The next event about the fall may wait for this one.
        if (attempts.some(({ message }) => message.webhookId !== null)) this.wake();
      },
      restMsEach: RECORD_REST_MS_EACH,
      log,
    });
    this.#periodic = startPeriodic({
      everyMs: CHECK_MS,
      now,
      work: () => this.check(),
      failed: (error) => log.error({ err: error }, 'outbox: check failed'),
      restMs: () =>
        Math.max(restAfter(this.#batchesOfLastCheck, REST_MS_EACH), this.#wasFull ? FULL_REST_MS : 0),
    });
  }

  /** Starts to send every due message that gets a slot. Runs by itself every second. */
  async check(): Promise<void> {
    this.#batchesOfLastCheck = 0;
    for (;;) {
      const { started, leased } = await this.#startDue();
      this.#batchesOfLastCheck += started;
      // More due messages may stand behind those that got no slot, and behind those that one query considers.
      if (started === 0 || !(this.#wasFull || leased >= CONSIDERED)) return;
    }
  }

  wake(): void {
    this.#periodic.wake();
  }

  /** A message that waits for a slot may get the one that has become free. Other messages do not wait for this. */
  #wakeForSlot(): void {
    if (!this.#wasFull || this.#slotTimer !== undefined) return;
    this.#slotTimer = setTimeout(() => {
      this.#slotTimer = undefined;
      this.wake();
    }, FREED_REST_MS).unref();
  }

  /** Ends the leases of an instance that has died, so that this one or another sends its messages. */
  async takeOver(deadInstance: number): Promise<void> {
    const count = await endLeasesOf(this.#deps.db, deadInstance, new Date(this.#deps.now()));
    if (count > 0) this.wake();
  }

  /** Resolves when nothing is under way and all results are written. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
    await this.#results.settled();
  }

  /** Waits a moment for the deliveries under way, aborts the rest, and leaves unsent messages to other instances. */
  async close(): Promise<void> {
    await this.#periodic.close();
    clearTimeout(this.#slotTimer);
    const timer = setTimeout(() => this.#deliveries.abortAll(), CLOSE_TIMEOUT_MS);
    await Promise.all(this.#sending);
    clearTimeout(timer);
    await this.#results.drain();
  }

  /** Leases due messages and starts to send them; returns the number of batches and of messages. */
  async #startDue(): Promise<{ readonly started: number; readonly leased: number }> {
    const at = new Date(this.#deps.now());
    await this.#endBrokenLeases(at);
    const own = { lease: randomUUID(), leaseEnd: new Date(at.getTime() + LEASE_MS) };
    try {
      return await this.#startLeased(own, at);
    } catch (error) {
      this.#brokenLeases = [...this.#brokenLeases, own];
      throw error;
    }
  }

  async #endBrokenLeases(at: Date): Promise<void> {
    if (this.#brokenLeases.length === 0) return;
    await endBrokenLeases(this.#deps.db, this.#brokenLeases, [...this.#sendingIds], at);
    this.#brokenLeases = this.#brokenLeases.filter(({ leaseEnd }) => leaseEnd > at);
  }

  async #startLeased({ lease, leaseEnd }: BrokenLease, at: Date) {
    const { db, notifiedFalls, channels, createClaimLinks, instance } = this.#deps;
    const receiptKey = newReceiptKey();
    const free = this.#slots.free(channels.maySend);
    // Until the query has returned: it does not see a slot that becomes free meanwhile.
    this.#wasFull = true;
    const leasedBy = instance() ?? null;
    const leased = await leaseDue(db, notifiedFalls, { lease, leasedBy, receiptKey, at, leaseEnd }, free, [
      ...this.#sendingIds,
    ]);
    const batches = batchesOf(leased);
    this.#wasFull = isFull(
      free,
      batches.map(([first]) => first),
    );
    if (leased.length === 0) return { started: 0, leased: 0 };
    const claimLinks = await createClaimLinks(batches.flatMap(listedOf).flatMap(claimable), at);
    const ids = leased.map(({ id }) => id);
    // As late as possible, right before sending: a claim may have dropped messages since.
    const toSend = await stillLeased(db, notifiedFalls, ids, lease);
    for (const batch of batchesOf(leased.filter(({ id }) => toSend.has(id)))) {
      this.#start(batch, { id: lease, claimLinks, receiptKey });
      // Encrypting and signing a whole group in one turn of the event loop would delay readings.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { started: batches.length, leased: leased.length };
  }

  #start(batch: MessageBatch, lease: Lease): void {
    const [first] = batch;
    this.#slots.take(first);
    for (const { id } of batch) this.#sendingIds.add(id);
    const sent = this.#send(batch, lease)
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'outbox: sending failed, retrying when the lease ends');
        for (const { id } of batch) this.#sendingIds.delete(id);
      })
      .finally(() => {
        this.#slots.release(first);
        this.#sending.delete(sent);
        this.#wakeForSlot();
      });
    this.#sending.add(sent);
  }

  async #send(batch: MessageBatch, lease: Lease): Promise<void> {
    const { metrics, now } = this.#deps;
    const startedAt = new Date(now());
    const started = performance.now();
    const result = await this.#deliveries.deliver(batch, lease);
    const tookMs = performance.now() - started;
    const endedAt = new Date(now());
    const [{ kind, attempts, firstTryAt, personId }] = batch;
    const attempt = attempts + 1;
    const readyAt = Math.min(...batch.map((row) => row.readyAt.getTime()));
    // Of a call under way nothing is known yet: its outcome is counted when the gateway reports it.
    if (!result.isPending && personId !== PATH_RECEIVER)
      metrics?.deliveryTried(kind, result.delivered, attempt, Math.max(0, endedAt.getTime() - readyAt));
    const retryAt = nextTryAt(result, attempt, firstTryAt ?? startedAt, endedAt);
    this.#record(batch, result, { lease: lease.id, attempt, at: startedAt, tookMs, retryAt });
  }

  /** One result for each message: each fall's timeline shows the attempt, and a claim of one fall drops its message alone. */
  #record(
    batch: MessageBatch,
    { delivered, status, error, gone = false, isPending = false }: DeliveryResult,
    attempt: Pick<Attempt, 'lease' | 'attempt' | 'at' | 'tookMs' | 'retryAt'>,
  ): void {
    for (const message of batch) {
      const isReceived = delivered && kindOf(message.kind).answersItself === true;
      const result = { delivered, status, error, gone, isPending, isReceived };
      const written = this.#results.add({ ...attempt, message, ...result });
      void written.then(() => this.#sendingIds.delete(message.id));
    }
  }
}

/** The organisation's webhooks are no person. */
const deliveryToPerson = ({ message, delivered, isPending, at, tookMs }: Attempt): readonly Delivery[] => {
  const { fallId, personId, kind } = message;
  return delivered && !isPending && fallId !== null && personId !== null
    ? [{ fallId, kind, at: new Date(at.getTime() + tookMs) }]
    : [];
};

function claimable({ id, kind, fallId, personId, message }: LeasedMessage): readonly ClaimableMessage[] {
  const isClaimable = (message as StoredMessage).claimable && kindOf(kind).hasClaimLink;
  return isClaimable && fallId !== null && personId !== null ? [{ id, fallId, personId }] : [];
}
