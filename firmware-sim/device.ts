import type { Clock } from '../client/clock.ts';
import { magnitudeOf } from '../client/hold.ts';
import type { AnswerOutcome, BacklogOutcome, Link, Outcome } from '../client/link.ts';
import { type Queued, Wearable } from '../client/wearable.ts';
import type { Press } from './response/habits.ts';
import type { Answer } from './response/records.ts';
import { countOne, type DeviceTally, type PressedAnswer, type SimulatedFall, type Tally } from './tally.ts';
import type { Message } from './wearable.ts';

export interface DeviceOptions {
  readonly link: Link;
  readonly messages: Iterable<Message>;
  readonly own: DeviceTally;
  readonly tally: Tally;
  /** The wearer's reaction when the wearable reports a fall. */
  readonly pressOf: () => Press | undefined;
  readonly onPressed?: ((press: PressedAnswer) => void) | undefined;
  readonly clock: Clock;
  /** Steady time of the first message, the interval in milliseconds, and the number of messages. */
  readonly startAt: number;
  readonly secondMs: number;
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Readings per wearable whose size is measured: enough for a mean. */
const WEIGHED = 60;
/** How long messages wait to be sent, at any speed; then the oldest goes to the backlog or is dropped. */
const OUTBOX_MS = 5_000;
/** An answer counts for a fall if its reading was taken within this many seconds of the blow. */
const NOTICED_WITHIN = 12;
/** The fall is over, claimed or certain: an OK no longer counts. */
const TOO_LATE = new Set([404, 409]);
/** After an interruption, time for one more answer to arrive. */
const INTERRUPTED_FLUSH_MS = 1_000;

/** Plays a wearer's seconds until the count or the signal ends it; the wearable decides how they are sent. */
export async function runDevice(options: DeviceOptions): Promise<void> {
  const { link, own, tally, clock, signal, secondMs } = options;
  let presses: Promise<void> = Promise.resolve();
  let connections = 0;
  let number = 0;
  const wearable = new Wearable({
    link,
    macAddress: own.macAddress,
    clock,
    outbox: OUTBOX_MS / secondMs,
    onAnswered: count,
    onLate: countLate,
    onDropped(_, why) {
      tally[why === 'offline' ? 'missedOffline' : 'missedBusy'] += 1;
    },
    onConnected() {
      connections += 1;
      if (connections > 1) tally.reconnects += 1;
    },
    onUnreachable: (reason) => countOne(tally.refused, `connection: ${reason}`),
  });

  await clock.during(wear);
  // The wearer has Wi-Fi again at the end, so that the kept messages are sent.
  wearable.setOnline(true);
  await presses;
  await clock.during(() => wearable.flush(signal.aborted ? INTERRUPTED_FLUSH_MS : undefined));
  await wearable.close().catch(() => {});

  async function wear(): Promise<void> {
    for (const message of options.messages) {
      const due = options.startAt + number * secondMs;
      await clock.sleep(Math.max(0, due - clock.steady()), signal);
      if (signal.aborted || number++ >= options.count) return;
      if (message.fall !== undefined) noteFall(message, message.fall, clock.now());
      wearable.setOnline(message.online);
      wearable.send(message.reading);
      if (number <= WEIGHED) tally.bytes.add(Buffer.byteLength(JSON.stringify(message.reading)));
    }
  }

  function count({ reading, at }: Queued, outcome: Outcome, ms: number): void {
    tally.sent += 1;
    if (outcome.kind === 'accepted') {
      const { timestamp, fallDetected } = outcome.assessment;
      tally.latency.add(ms);
      tally.acknowledged += 1;
      own.acknowledged.push({ at: Date.parse(timestamp), magnitude: magnitudeOf(reading) });
      if (fallDetected) noteDetection(at);
    } else if (outcome.kind === 'refused') countOne(tally.refused, `${outcome.status} ${outcome.error}`);
    else if (outcome.kind === 'unanswered') countOne(tally.unanswered, outcome.reason);
  }

  function countLate(items: readonly Queued[], outcome: BacklogOutcome): void {
    if (outcome.kind === 'refused') countOne(tally.refused, `backlog: ${outcome.status} ${outcome.error}`);
    if (outcome.kind !== 'taken') return;
    tally.sent += items.length;
    tally.late += outcome.accepted;
    tally.duplicates += outcome.duplicates;
    tally.acknowledged += outcome.accepted + outcome.duplicates;
    const refused = new Set(outcome.refused.map(({ index }) => index));
    for (const { error } of outcome.refused) countOne(tally.refused, `backlog entry: ${error}`);
    for (const [index, { reading, at }] of items.entries()) {
      if (!refused.has(index)) own.acknowledged.push({ at, magnitude: magnitudeOf(reading) });
    }
  }

  function notePress(answer: Answer, outcome: AnswerOutcome): void {
    const note = (press: PressedAnswer): void => {
      tally.answers.push(press);
      options.onPressed?.(press);
    };
    if (outcome.kind === 'granted') {
      note({ answer, isGranted: true, fallId: outcome.fall.id, isNewFall: outcome.isNewFall });
    } else if (outcome.kind === 'refused' && TOO_LATE.has(outcome.status)) {
      note({ answer, isGranted: false, isNewFall: false });
    } else if (outcome.kind === 'refused') {
      countOne(tally.refused, `answer: ${outcome.status} ${outcome.error}`);
    } else {
      countOne(tally.unanswered, `answer: ${outcome.kind === 'unsent' ? 'not sent' : outcome.reason}`);
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
    fall.detectedAt = clock.now();
    const press = options.pressOf();
    if (press === undefined) return;
    presses = clock
      .during(() => clock.sleep(press.afterS * secondMs, signal))
      .then(async () => {
        if (!signal.aborted) notePress(press.answer, await wearable.press(press.answer));
      });
  }
}
