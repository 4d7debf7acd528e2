import { SECOND_MS } from '../../time.ts';
import { MAX_HELD } from '../limits.ts';
import { DeviceResends } from './device-resends.ts';
import type { FindResendable } from './find-resendable.ts';
import type { Published } from './packet-reader.ts';
import type { Settled } from './publish-outcome.ts';

/** A message of a new connection, and what is needed to find out whether it is resent. */
export interface Delivery {
  readonly message: Published;
  /** Of a reading; undefined for other messages, which have no fingerprint in the table. */
  readonly reading?: { readonly macAddress: string; readonly fingerprint: number } | undefined;
  /** How long the connection has been there. */
  readonly ageMs: number;
  readonly deliver: (message: Published, settled: Settled) => void;
  readonly settled: Settled;
}

export interface ResendDeps {
  readonly findResendable: FindResendable;
  /** A closed connection takes nothing more: what waits was not acknowledged, and comes again on the next one. */
  readonly isClosed: () => boolean;
}

/** A client cannot have more unacknowledged messages than are held for it, and resends them first. */
const MAX_RESENT = MAX_HELD;
/** mqtt.js resends one after the other, and waits for each acknowledgement. */
const RESENDS_LAST_MS = 60 * SECOND_MS;
/** Of messages that are all alike: so many are on the wire at once (mosquitto's default), and resent in one go. */
const MAX_ALIKE = 20;
const ALIKE_LAST_MS = 3 * SECOND_MS;

/**
 * docs/contract.md, "Idempotency": some clients (mqtt.js) resend without DUP what was not acknowledged before the
 * connection broke. Of those messages some may be stored and others not, in any order, so that a new one says nothing
 * about the next. Therefore each of the first messages of a connection is compared with the newest readings that its device
 * has stored, and looked up as if it had DUP where it is like one of them.
 *
 * A device whose readings are all alike, to the letter, must not be taken as repeating itself for ever: what is like
 * several others counts as resent only while the connection is young and has sent nothing new. The same goes for messages
 * other than readings.
 *
 * Those that do have DUP come first too, and are looked up whatever they follow. While one is looked up the others wait, or
 * what is new would overtake it.
 */
export class ResendCheck {
  /** From then on messages are to be delivered without this. */
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
    // What waits must not hold the bytes, which are a whole read of the socket.
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
    // Not known for sure, every message is looked up, and not acknowledged while that is not possible.
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
    deliver({ ...message, dup: true }, (outcome, isNew) => {
      this.#isWaiting = false;
      settled(outcome);
      // The connection is about to be closed, and what was not acknowledged comes again.
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
