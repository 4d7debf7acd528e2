import { setTimeout as sleep } from 'node:timers/promises';
import type { Press } from './response/habits.ts';
import type { Answer } from './response/records.ts';
import { countOne, type DeviceTally, type PressedAnswer, type SimulatedFall, type Tally } from './tally.ts';
import type { LateReading, Link, Outcome } from './transports/link.ts';
import type { Message } from './wearable.ts';

export interface DeviceOptions {
  readonly link: Link;
  readonly messages: Iterable<Message>;
  readonly own: DeviceTally;
  readonly tally: Tally;
  /** What the wearer does when the wearable says that it felt a fall. */
  readonly pressOf: () => Press | undefined;
  readonly onPressed?: ((press: PressedAnswer) => void) | undefined;
  /** Performance time of the first message, milliseconds from one to the next, and how many. */
  readonly startAt: number;
  readonly secondMs: number;
  readonly count: number;
  readonly signal: AbortSignal;
}

interface BufferedMessage {
  readonly message: Message;
  readonly at: number;
}

/** What a backlog message may hold, and how often one may be sent (docs/contract.md, "Backlog"). */
const MAX_BACKLOG = 600;
const BACKLOG_EVERY_MS = 6_000;
/** How long messages wait to be sent, whatever the speed; then the oldest goes to the backlog or is dropped. */
const OUTBOX_MS = 5_000;
const BACKLOG_TRIES = 5;
/** An answer counts for a fall if its reading was taken within so many seconds of the blow. */
const NOTICED_WITHIN = 12;
/** Over, claimed, or certain: an OK no longer counts. */
const TOO_LATE = new Set([404, 409]);
/** The service takes a reading up to 300 ms before it is due. */
const EARLY_MS = 200;

/** Firmware's main loop: a message each second, the backlog when there is one, until the count or the signal. */
export async function runDevice(options: DeviceOptions): Promise<void> {
  const { link, own, tally, signal, secondMs } = options;
  const backlog: BufferedMessage[] = [];
  const outbox: BufferedMessage[] = [];
  const pressed: Answer[] = [];
  let presses: Promise<void> = Promise.resolve();
  let sending: Promise<void> | undefined;
  let notBefore = 0;
  let dueAt = 0;
  let backlogAt = Number.NEGATIVE_INFINITY;
  /** No Wi-Fi now; and whether the connection has been broken by that since it was last up. */
  let offline = false;
  let dropped = false;
  let number = 0;

  await connected();
  for (const message of options.messages) {
    const due = options.startAt + number * secondMs;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal }).catch(() => {});
    if (signal.aborted || number++ >= options.count) break;
    const now = Date.now();
    if (message.fall !== undefined) noteFall(message, message.fall, now);
    offline = !message.online;
    if (offline) {
      if (!dropped) link.drop();
      dropped = true;
      buffer({ message, at: now }, 'missedOffline');
    } else {
      post({ message, at: now });
    }
  }
  await presses;
  await sending;
  for (let tries = 0; backlog.length > 0 && tries < BACKLOG_TRIES && !signal.aborted; tries++) {
    await sleep(Math.max(0, backlogAt + BACKLOG_EVERY_MS - performance.now()), undefined, { signal }).catch(
      () => {},
    );
    await connected();
    await flushBacklog();
  }
  await link.close().catch(() => {});

  function buffer(item: BufferedMessage, counter: 'missedOffline' | 'missedBusy'): void {
    if (link.sendBacklog === undefined) tally[counter] += 1;
    else if (backlog.push(item) > MAX_BACKLOG) tally[counter] += backlog.splice(0, 1).length;
  }

  /** One at a time and in order; a slow answer makes the next ones late rather than lost. */
  function post(item: BufferedMessage): void {
    if (outbox.push(item) > OUTBOX_MS / secondMs)
      for (const oldest of outbox.splice(0, 1)) buffer(oldest, 'missedBusy');
    startSending();
  }

  function startSending(): void {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
  }

  /** A button goes before readings, but never beside one: over MQTT an answer is known by its place in the order. */
  async function sendAll(): Promise<void> {
    for (;;) {
      const answer = offline ? undefined : pressed.shift();
      const item = answer === undefined ? outbox.shift() : undefined;
      if (answer !== undefined) await tell(answer);
      else if (item !== undefined) await deliver(item);
      else return;
    }
  }

  function note(press: PressedAnswer): void {
    tally.answers.push(press);
    options.onPressed?.(press);
  }

  async function tell(answer: Answer): Promise<void> {
    if (!(await connected())) return countOne(tally.unanswered, 'answer: no connection');
    const outcome = await link.answer(answer);
    if (outcome.kind === 'granted') {
      const { fallId, isNewFall } = outcome;
      note({ answer, isGranted: true, fallId, isNewFall });
    } else if (outcome.kind === 'refused' && TOO_LATE.has(outcome.status)) {
      note({ answer, isGranted: false, isNewFall: false });
    } else if (outcome.kind === 'refused') {
      countOne(tally.refused, `answer: ${outcome.status} ${outcome.error}`);
    } else {
      countOne(
        tally.unanswered,
        outcome.kind === 'unsent' ? 'answer: not sent' : `answer: ${outcome.reason}`,
      );
    }
  }

  async function deliver(item: BufferedMessage): Promise<void> {
    const waitMs = Math.max(notBefore, dueAt - EARLY_MS) - performance.now();
    await sleep(Math.max(0, waitMs), undefined, { signal }).catch(() => {});
    if (offline) return buffer(item, 'missedOffline');
    if (!(await connected())) return buffer(item, 'missedBusy');
    const from = performance.now();
    const outcome = await link.send(item.message.reading);
    if (outcome.kind === 'unsent') return buffer(item, 'missedBusy');
    tally.sent += 1;
    count(outcome, item, performance.now() - from);
    if (backlog.length > 0 && !offline && performance.now() - backlogAt >= BACKLOG_EVERY_MS)
      await flushBacklog();
  }

  async function connected(): Promise<boolean> {
    try {
      await link.restore();
      if (dropped) tally.reconnects += 1;
      dropped = false;
      return true;
    } catch (error) {
      notBefore = performance.now() + secondMs;
      countOne(
        tally.refused,
        `connection: ${error instanceof Error ? error.message || error.name : String(error)}`,
      );
      return false;
    }
  }

  function count(outcome: Outcome, { message, at }: BufferedMessage, ms: number): void {
    if (outcome.kind === 'accepted') {
      tally.latency.add(ms);
      tally.acknowledged += 1;
      dueAt = performance.now() + outcome.dueInMs;
      own.acknowledged.push({ at: outcome.at, magnitude: message.magnitude });
      if (outcome.fallDetected) noteDetection(at);
    } else if (outcome.kind === 'refused') {
      countOne(tally.refused, `${outcome.status} ${outcome.error}`);
      notBefore = performance.now() + 1000 * (outcome.retryAfterS ?? 0);
    } else if (outcome.kind === 'unanswered') countOne(tally.unanswered, outcome.reason);
  }

  async function flushBacklog(): Promise<void> {
    if (link.sendBacklog === undefined) return;
    const items = backlog.splice(0, MAX_BACKLOG);
    backlogAt = performance.now();
    const readings = items.map(
      ({ message, at }): LateReading => ({
        ...message.reading,
        recorded_at: new Date(at).toISOString(),
      }),
    );
    const outcome = await link.sendBacklog(readings);
    // Idempotent by `recorded_at`: sending it again is harmless.
    if (outcome.kind !== 'taken') {
      backlog.unshift(...items);
      if (outcome.kind === 'refused') countOne(tally.refused, `backlog: ${outcome.status} ${outcome.error}`);
      return;
    }
    tally.sent += items.length;
    tally.late += outcome.accepted;
    tally.duplicates += outcome.duplicates;
    tally.acknowledged += outcome.accepted + outcome.duplicates;
    const refused = new Set(outcome.refused.map(({ index }) => index));
    for (const { error } of outcome.refused) countOne(tally.refused, `backlog entry: ${error}`);
    for (const [index, { message, at }] of items.entries()) {
      if (!refused.has(index)) own.acknowledged.push({ at, magnitude: message.magnitude });
    }
  }

  function noteFall(message: Message, kind: string, at: number): void {
    tally.falls.push({ device: own.number, ownerName: own.owner.name, kind, at, offline: !message.online });
  }

  function noteDetection(readAt: number): void {
    const fall = tally.falls.findLast(
      (other: SimulatedFall) => other.device === own.number && other.at <= readAt,
    );
    if (fall === undefined || readAt - fall.at >= NOTICED_WITHIN * secondMs) return;
    if (fall.detectedAt !== undefined) return;
    fall.detectedAt = Date.now();
    const press = options.pressOf();
    if (press === undefined) return;
    presses = sleep(press.afterS * secondMs, undefined, { signal }).then(
      () => {
        pressed.push(press.answer);
        startSending();
      },
      () => {},
    );
  }
}
