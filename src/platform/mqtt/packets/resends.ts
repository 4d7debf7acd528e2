import { SECOND_MS } from '../../time.ts';
import { MAX_HELD } from '../limits.ts';
import { DeviceResends } from './device-resends.ts';
import type { Published } from './published.ts';

type Found = (fingerprints: Float64Array | undefined) => void;

/**
 * Calls back with the fingerprints of a device's newest stored readings; with undefined when some may be missing,
 * because they were still being written. A decision based on them must be carried out before the callback returns.
 */
export type FindResendable = (macAddress: string, found: Found) => void;

/** A message of a connection, for the time of its delivery. */
export interface SentMessage {
  /** The device. */
  readonly subject: string;
  /**
   * A closed connection delivers nothing more: queued messages were not acknowledged, and arrive again on the next
   * one.
   */
  readonly isClosed: boolean;
  /** See FindResendable. */
  findResendable(found: Found): void;
  /** The reply goes to `settled`. */
  receive(message: Published): void;
  unavailable(): void;
}

interface Delivery {
  readonly job: SentMessage;
  /** Messages other than readings have no fingerprint in the table, and none here. */
  readonly message: Published;
  /** The age of the connection. */
  readonly ageMs: number;
}

/** A client cannot have more unacknowledged messages than are held for it, and resends them first. */
const MAX_RESENT = MAX_HELD;
/** mqtt.js resends one message at a time, and waits for each acknowledgement. */
const RESENDS_LAST_MS = 60 * SECOND_MS;
/** For identical messages: this many are in flight at once (mosquitto's default), and resent in one go. */
const MAX_ALIKE = 20;
const ALIKE_LAST_MS = 3 * SECOND_MS;

/**
 * docs/contract.md, "Idempotency": some clients (mqtt.js) resend without DUP the messages that were not acknowledged
 * before the connection broke. Some of these messages may be stored and others not, in any order, so a new message
 * says nothing about the next. Therefore each of the first messages of a connection is compared with the newest stored
 * readings of its device. If it equals one of them, it is looked up as if it had DUP.
 *
 * A device may send identical readings all the time, and must not be treated as resending forever: a message that
 * equals several others counts as resent only while the connection is young and has sent nothing new. The same applies
 * to messages other than readings.
 *
 * Messages with DUP also come first, and are always looked up. During a look-up the other messages wait, or new ones
 * would overtake it.
 */
export class ResendCheck {
  /** Once true, messages are delivered without this check. */
  isSkipped = false;
  #isWaiting = false;
  #messages = 0;
  #repeated = 0;
  #hasSentNew = false;
  #devices: Map<string, DeviceResends> | undefined;
  #queue: Delivery[] = [];
  /** The message that is looked up, and whether it has no DUP of its own. */
  #lookedUp: SentMessage | undefined;
  #isSuspected = false;

  deliver(job: SentMessage, message: Published, ageMs: number): void {
    const delivery = { job, message, ageMs };
    if (this.#isWaiting) this.#queue.push(kept(delivery));
    else this.#deliver(delivery);
  }

  #deliver(delivery: Delivery): void {
    const { job, message, ageMs } = delivery;
    const isLate = this.#messages >= MAX_RESENT || ageMs >= RESENDS_LAST_MS;
    if (isLate && !message.dup) return this.#end(delivery);
    if (message.fingerprint !== undefined && this.#devices?.get(job.subject) === undefined)
      return this.#load(delivery);
    this.#messages += 1;
    if (message.dup || this.#mayBeResent(delivery)) return this.#lookUp(delivery);
    this.#hasSentNew = true;
    job.receive(message);
  }

  #mayBeResent({ job, message: { fingerprint }, ageMs }: Delivery): boolean {
    const isLeading = !this.#hasSentNew && this.#repeated < MAX_ALIKE && ageMs < ALIKE_LAST_MS;
    if (fingerprint === undefined) return isLeading;
    const likeness = this.#devices?.get(job.subject)?.compare(fingerprint);
    return likeness === 'resent' || (likeness === 'alike' && isLeading);
  }

  #load(delivery: Delivery): void {
    this.#isWaiting = true;
    const { job } = delivery;
    const first = kept(delivery);
    // If they are not known for certain, every message is looked up, and stays unacknowledged while the look-up is not
    // possible.
    job.findResendable((fingerprints) => {
      this.#devices ??= new Map();
      this.#devices.set(job.subject, new DeviceResends(fingerprints));
      this.#queue.unshift(first);
      this.#continue(job);
    });
  }

  #lookUp({ job, message }: Delivery): void {
    this.#isWaiting = true;
    this.#lookedUp = job;
    this.#isSuspected = !message.dup;
    job.receive({ ...message, dup: true, isSuspected: !message.dup });
  }

  /** Call it when a message has its reply; of messages that are not looked up, it changes nothing. */
  settled(job: SentMessage, isTaken: boolean, isNew = false): void {
    if (this.#lookedUp !== job) return;
    this.#lookedUp = undefined;
    // The connection is about to be closed, and unacknowledged messages arrive again.
    if (!isTaken) return this.#drop();
    if (this.#isSuspected) {
      if (isNew) this.#hasSentNew = true;
      else this.#repeated += 1;
    }
    this.#continue(job);
  }

  #continue(job: SentMessage): void {
    this.#isWaiting = false;
    if (job.isClosed) return this.#drop();
    while (!this.#isWaiting) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#deliver(next);
    }
  }

  #end(delivery: Delivery): void {
    this.isSkipped = true;
    this.#devices = undefined;
    for (const { job, message } of [delivery, ...this.#queue.splice(0)]) job.receive(message);
  }

  #drop(): void {
    this.#isWaiting = false;
    for (const { job } of this.#queue.splice(0)) job.unavailable();
  }
}

/** A queued message must not reference the bytes, which are a whole read of the socket. */
const kept = ({ message, ...delivery }: Delivery): Delivery => ({
  ...delivery,
  message: { ...message, payload: Buffer.from(message.payload) },
});
