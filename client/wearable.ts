import { type Clock, REAL_CLOCK } from './clock.ts';
import { type Beside, BLOW, magnitudeOf, type Reading, readingOf, type Sample, type Sends } from './hold.ts';
import type { AnswerOutcome, BacklogOutcome, LateReading, Link, Outcome, WearerAnswer } from './link.ts';
import { randomKey } from './rest.ts';
import { backoff } from './waiting.ts';

/** A reading to be sent. */
export interface Queued {
  readonly reading: Reading;
  /** When it was measured. */
  readonly at: number;
}

export interface WearableEvents {
  /** Called with the result of a reading and the milliseconds since it was sent. */
  readonly onAnswered?: (item: Queued, outcome: Outcome, ms: number) => void;
  /** Called with the result of readings kept while there was no connection. */
  readonly onLate?: (items: readonly Queued[], outcome: BacklogOutcome) => void;
  /**
   * Called for a reading that will never be sent: the network was down or the service too slow on a transport without
   * backlog, or the storage was full.
   */
  readonly onDropped?: (item: Queued, why: 'offline' | 'busy' | 'full') => void;
  readonly onConnected?: () => void;
  readonly onUnreachable?: (reason: string) => void;
}

export interface WearableOptions extends WearableEvents {
  readonly link: Link;
  readonly macAddress: string;
  /**
   * How much of each second it sends: one sample (the default), the parts of all samples (about 300 bytes more), or all
   * samples. Parts and samples detect more falls, parts as many as samples.
   */
  readonly sends?: Sends;
  /** Maximum number of readings waiting to be sent; older ones go to the backlog. */
  readonly outbox?: number;
  /** Maximum number of readings kept while there is no connection. */
  readonly capacity?: number;
  readonly clock?: Clock;
}

const OUTBOX = 5;
const CAPACITY = 3_600;
/** The service accepts a reading a little before it is due, and a backlog every five seconds. */
const EARLY_MS = 200;
const BACKLOG_EVERY_MS = 6_000;
/** Limits of one backlog: entries, and bytes with a margin below 256 KiB. */
const MAX_BACKLOG = 600;
const MAX_BACKLOG_BYTES = 240_000;
/** A message sent this often without an answer is given up: the network is not the cause. */
const MAX_SENDS = 4;
const FLUSH_WITHIN_MS = 30_000;
const TOO_MANY = 429;

interface Sending extends Queued {
  /** When it was measured, by the monotonic clock. */
  readonly measured: number;
  readonly key: string;
  sends: number;
}

interface Press {
  readonly answer: WearerAnswer;
  readonly key: string;
  readonly resolve: (outcome: AnswerOutcome) => void;
  sends: number;
}

/**
 * Sends a wearable's messages: a reading each second, one at a time and in order; buttons first. Readings that could
 * not be sent follow as a backlog; a reading without an answer is sent again, and stored once.
 */
export class Wearable {
  readonly #options: WearableOptions;
  readonly #link: Link;
  readonly #clock: Clock;
  /** Oldest first. */
  readonly #outbox: Sending[] = [];
  readonly #presses: Press[] = [];
  readonly #late: Sending[] = [];
  /** Sent, but not answered. */
  #unsure: Sending | undefined;
  #sending: Promise<void> | undefined;
  #isOnline = true;
  #isClosed = false;
  #isFlushing = false;
  #failures = 0;
  #notBefore = 0;
  #dueAt = 0;
  #backlogAt = Number.NEGATIVE_INFINITY;
  #nap = new AbortController();

  constructor(options: WearableOptions) {
    this.#options = options;
    this.#link = options.link;
    this.#clock = options.clock ?? REAL_CLOCK;
  }

  /** Number of readings the service has not acknowledged yet. */
  get waiting(): number {
    return this.#outbox.length + this.#late.length + (this.#unsure === undefined ? 0 : 1);
  }

  /** Queues the samples of one second as a reading; of many samples it sends the one that matters. */
  measured(samples: readonly Sample[], beside: Partial<Beside> = {}): void {
    const own = { device_id: this.#options.macAddress, uptime_ms: Math.round(this.#clock.steady()) };
    this.send(readingOf(samples, { ...own, ...beside }, this.#options.sends));
  }

  send(reading: Reading): void {
    const clock = this.#clock;
    const item = { reading, at: clock.now(), measured: clock.steady(), key: randomKey(), sends: 0 };
    if (!this.#isOnline) return this.#keep(item, 'offline');
    this.#outbox.push(item);
    this.#shorten(this.#options.outbox ?? OUTBOX);
    this.#start();
  }

  /** Resolves when the service has received it, however long that takes. */
  press(answer: WearerAnswer): Promise<AnswerOutcome> {
    return new Promise((resolve) => {
      this.#presses.push({ answer, key: randomKey(), resolve, sends: 0 });
      this.#wake();
      this.#start();
    });
  }

  /** For a device that knows whether it has a network. While offline it keeps its readings. */
  setOnline(isOnline: boolean): void {
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    if (isOnline) {
      this.#notBefore = 0;
      return this.#start();
    }
    this.#link.drop();
    for (const item of this.#outbox.splice(0)) this.#keep(item, 'offline');
    this.#wake();
  }

  /** Resolves when the service has everything, or after this time. */
  async flush(withinMs = FLUSH_WITHIN_MS): Promise<void> {
    const patience = new AbortController();
    this.#isFlushing = true;
    this.#start();
    await Promise.race([this.#sending, this.#clock.sleep(withinMs, patience.signal)]);
    patience.abort();
    this.#isFlushing = false;
    this.#wake();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    if (this.#sending !== undefined) this.#link.drop();
    await this.#sending;
    for (const { resolve } of this.#presses.splice(0)) resolve({ kind: 'unsent' });
    await this.#link.close();
  }

  #keep(item: Sending, why: 'offline' | 'busy'): void {
    if (this.#link.sendBacklog === undefined) return this.#options.onDropped?.(item, why);
    this.#late.push(item);
    if (this.#late.length <= (this.#options.capacity ?? CAPACITY)) return;
    for (const lost of this.#late.splice(leastWorthKeeping(this.#late), 1))
      this.#options.onDropped?.(lost, 'full');
  }

  #shorten(most: number): void {
    while (this.#outbox.length > most) for (const item of this.#outbox.splice(0, 1)) this.#keep(item, 'busy');
  }

  #start(): void {
    if (this.#sending !== undefined || this.#isClosed) return;
    this.#sending = this.#clock
      .during(() => this.#sendAll())
      .finally(() => {
        this.#sending = undefined;
        // Readings that were queued after the last check.
        if (this.#isOnline && this.#next !== undefined) this.#start();
      });
  }

  get #next(): Press | Sending | undefined {
    return this.#presses[0] ?? this.#unsure ?? this.#outbox[0];
  }

  /** Decides each step separately: a button may be pressed or the network lost while it waits. */
  async #sendAll(): Promise<void> {
    while (this.#isOnline && !this.#isClosed) {
      const now = this.#clock.steady();
      const item = this.#unsure ?? this.#outbox[0];
      const press = this.#presses[0];
      const backlogIn = this.#backlogIn(now);
      if (now < this.#notBefore) await this.#rest(this.#notBefore - now);
      else if (press !== undefined) await this.#sendPress(press);
      else if (item !== undefined && now < this.#dueAt) await this.#rest(this.#dueAt - now);
      else if (item !== undefined) await this.#deliver(item);
      else if (backlogIn === 0) await this.#sendBacklog();
      else if (backlogIn !== undefined && this.#isFlushing) await this.#rest(backlogIn);
      else return;
    }
  }

  #backlogIn(now: number): number | undefined {
    return this.#late.length === 0 ? undefined : Math.max(0, this.#backlogAt + BACKLOG_EVERY_MS - now);
  }

  async #rest(ms: number): Promise<void> {
    this.#nap = new AbortController();
    await this.#clock.sleep(ms, this.#nap.signal);
  }

  #wake(): void {
    this.#nap.abort();
  }

  async #isConnected(): Promise<boolean> {
    try {
      const isNew = await this.#link.restore();
      this.#failures = 0;
      if (!isNew) return true;
      // One reading is sent and one arrives each second, so a queue would delay every reading from then on.
      if (this.#link.sendBacklog !== undefined) this.#shorten(1);
      this.#options.onConnected?.();
      return true;
    } catch (error) {
      this.#failed();
      this.#options.onUnreachable?.(error instanceof Error ? error.message || error.name : String(error));
      return false;
    }
  }

  #failed(): void {
    this.#failures += 1;
    this.#notBefore = this.#clock.steady() + backoff(this.#failures);
  }

  async #deliver(item: Sending): Promise<void> {
    if (!(await this.#isConnected()) || !this.#isOnline || item !== (this.#unsure ?? this.#outbox[0])) return;
    this.#unsure = undefined;
    if (this.#outbox[0] === item) this.#outbox.shift();
    const isRepetition = item.sends > 0;
    item.sends += 1;
    const sentAt = this.#clock.steady();
    const outcome = await this.#link.send(item.reading, { key: item.key, isRepetition });
    if (outcome.kind === 'unsent') return this.#keep(item, 'busy');
    if (outcome.kind === 'unanswered' && this.#link.repeats.includes('reading')) {
      this.#failed();
      if (item.sends < MAX_SENDS) {
        this.#unsure = item;
        return;
      }
    }
    if (outcome.kind === 'accepted') {
      const { timestamp, nextAllowedRequest } = outcome.assessment;
      // The service judges a reading by when it was measured, so delays do not add up. It learns the offset of the
      // wearable's clock from the first reading.
      const from = this.#dueAt === 0 ? this.#clock.steady() : item.measured;
      // Relative, because the clocks differ.
      this.#dueAt = from + Date.parse(nextAllowedRequest) - Date.parse(timestamp) - EARLY_MS;
    }
    if (outcome.kind === 'refused') this.#notBefore = this.#clock.steady() + 1000 * (outcome.retryAfter ?? 0);
    this.#options.onAnswered?.(item, outcome, this.#clock.steady() - sentAt);
    if (this.#backlogIn(this.#clock.steady()) === 0 && this.#isOnline) await this.#sendBacklog();
  }

  async #sendPress(press: Press): Promise<void> {
    if (!(await this.#isConnected()) || !this.#isOnline) return;
    const isRepetition = press.sends > 0;
    press.sends += 1;
    const outcome = await this.#link.answer(press.answer, { key: press.key, isRepetition });
    const isSilence = outcome.kind === 'unsent' || outcome.kind === 'unanswered';
    // A call for help may be sent twice; a repeated OK could be taken for a later fall's.
    const mayRepeat =
      outcome.kind === 'unsent' || press.answer === 'help' || this.#link.repeats.includes('answer');
    if (isSilence && mayRepeat) return this.#failed();
    this.#presses.shift();
    press.resolve(outcome);
  }

  async #sendBacklog(): Promise<void> {
    if (this.#link.sendBacklog === undefined || !(await this.#isConnected())) return;
    const batch = backlogOf(this.#late);
    this.#backlogAt = this.#clock.steady();
    const outcome = await this.#link.sendBacklog(batch.map(lateReading));
    const isAnswered =
      outcome.kind === 'taken' || (outcome.kind === 'refused' && outcome.status !== TOO_MANY);
    if (isAnswered) {
      const gone = new Set(batch);
      this.#late.splice(0, this.#late.length, ...this.#late.filter((item) => !gone.has(item)));
    } else if (outcome.kind === 'unanswered') this.#failed();
    this.#options.onLate?.(batch, outcome);
  }
}

/** Index of the oldest reading without a blow: a fall is worth more than the walk before it. */
export function leastWorthKeeping(kept: readonly Queued[]): number {
  return Math.max(
    0,
    kept.findIndex(({ reading }) => magnitudeOf(reading) < BLOW),
  );
}

const lateReading = ({ reading, at }: Queued): LateReading => ({
  ...reading,
  recorded_at: new Date(at).toISOString(),
});

/** As many of the oldest readings as fit into one message. */
export function backlogOf<Item extends Queued>(kept: readonly Item[]): Item[] {
  const batch: Item[] = [];
  let bytes = 0;
  for (const item of kept.slice(0, MAX_BACKLOG)) {
    bytes += JSON.stringify(lateReading(item)).length + 1;
    if (bytes > MAX_BACKLOG_BYTES && batch.length > 0) break;
    batch.push(item);
  }
  return batch;
}
