import { SECOND_MS } from '../../time.ts';
import { MAX_HELD } from '../limits.ts';
import { DeviceResends } from './device-resends.ts';
import type { FindResendable } from './find-resendable.ts';
import type { Settled } from './publish-outcome.ts';
import type { Published } from './published.ts';

/** A message of a new connection, with the data to decide whether it is resent. */
interface Delivery {
  readonly message: Published;
  /** Undefined for messages other than readings, which have no fingerprint in the table. */
  readonly reading?: { readonly macAddress: string; readonly fingerprint: number } | undefined;
  /** The age of the connection. */
  readonly ageMs: number;
  readonly deliver: (message: Published, settled: Settled) => void;
  readonly settled: Settled;
}

interface ResendDeps {
  readonly findResendable: FindResendable;
  /**
   * A closed connection delivers nothing more: queued messages were not acknowledged, and arrive again on the next
   * one.
   */
  readonly isClosed: () => boolean;
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
  isOver = false;
  #isWaiting = false;
  #messages = 0;
  #repeated = 0;
  #hasSentNew = false;
  #devices: Map<string, DeviceResends> | undefined;
  #queue: Delivery[] = [];

  deliver(delivery: Delivery, deps: ResendDeps): void {
    if (!this.#isWaiting) return this.#deliver(delivery, deps);
    const { message } = delivery;
    // A queued message must not reference the bytes, which are a whole read of the socket.
    this.#queue.push({ ...delivery, message: { ...message, payload: Buffer.from(message.payload) } });
  }

  #deliver(delivery: Delivery, deps: ResendDeps): void {
    const { reading, message, ageMs } = delivery;
    const isLate = this.#messages >= MAX_RESENT || ageMs >= RESENDS_LAST_MS;
    if (isLate && !message.dup) return this.#end(delivery);
    if (reading !== undefined && this.#devices?.get(reading.macAddress) === undefined)
      return this.#load(reading.macAddress, delivery, deps);
    this.#messages += 1;
    if (message.dup || this.#mayBeResent(delivery)) return this.#lookUp(delivery, deps);
    this.#hasSentNew = true;
    delivery.deliver(message, delivery.settled);
  }

  #mayBeResent({ reading, ageMs }: Delivery): boolean {
    const isLeading = !this.#hasSentNew && this.#repeated < MAX_ALIKE && ageMs < ALIKE_LAST_MS;
    if (reading === undefined) return isLeading;
    const likeness = this.#devices?.get(reading.macAddress)?.compare(reading.fingerprint);
    return likeness === 'resent' || (likeness === 'alike' && isLeading);
  }

  #load(macAddress: string, delivery: Delivery, deps: ResendDeps): void {
    this.#isWaiting = true;
    const { message } = delivery;
    const kept = { ...delivery, message: { ...message, payload: Buffer.from(message.payload) } };
    // If they are not known for certain, every message is looked up, and stays unacknowledged while the look-up is not
    // possible.
    deps.findResendable(macAddress, (fingerprints) => {
      this.#isWaiting = false;
      this.#devices ??= new Map();
      this.#devices.set(macAddress, new DeviceResends(fingerprints));
      this.#queue.unshift(kept);
      this.#continue(deps);
    });
  }

  #lookUp({ message, deliver, settled }: Delivery, deps: ResendDeps): void {
    this.#isWaiting = true;
    deliver({ ...message, dup: true, isSuspected: !message.dup }, (outcome, isNew, refusal) => {
      this.#isWaiting = false;
      settled(outcome, isNew, refusal);
      // The connection is about to be closed, and unacknowledged messages arrive again.
      if (outcome !== 'taken') return this.#drop();
      if (!message.dup) {
        if (isNew === true) this.#hasSentNew = true;
        else this.#repeated += 1;
      }
      this.#continue(deps);
    });
  }

  #continue(deps: ResendDeps): void {
    if (deps.isClosed()) return this.#drop();
    while (!this.#isWaiting) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#deliver(next, deps);
    }
  }

  #end(delivery: Delivery): void {
    this.isOver = true;
    this.#devices = undefined;
    for (const { message, deliver, settled } of [delivery, ...this.#queue.splice(0)])
      deliver(message, settled);
  }

  #drop(): void {
    for (const { settled } of this.#queue.splice(0)) settled('unavailable');
  }
}
