import { MINUTE_MS } from '../time.ts';

/** docs/contract.md, "Idempotency": how long after a message another can be its repetition. */
export const REPETITION_MS = 10 * MINUTE_MS;

/**
 * A message by its device and its bytes (or its idempotency key): two FNV-1a hashes side by side, as many bits of them
 * as a number holds. Not cryptographic: whoever found a collision could only suppress a reading of their own device.
 */
export function fingerprintOf(macAddress: string, message: Uint8Array): number {
  let a = 0x811c9dc5;
  let b = 0xc9dc5118;
  for (let i = 0; i < macAddress.length; i++) {
    a = Math.imul(a ^ macAddress.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ macAddress.charCodeAt(i), 0x01000b93);
  }
  for (let i = 0; i < message.length; i++) {
    const byte = message[i] ?? 0;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000b93);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11);
}

type Answered<Outcome> = (outcome: Outcome) => void;

export interface InFlightMessages<Outcome> {
  /**
   * Notes that a message is in flight and answers the callback to use for it; undefined when it repeats one that is
   * in flight already, whose answer serves both.
   */
  begin(
    fingerprint: number,
    maybeDuplicate: boolean,
    answered: Answered<Outcome>,
  ): Answered<Outcome> | undefined;
}

/**
 * Committed messages are found in the table; this holds those that are not committed yet. `asRepeated` makes the answer
 * of a repetition.
 */
export function createInFlightMessages<Outcome>(
  asRepeated: (outcome: Outcome) => Outcome,
): InFlightMessages<Outcome> {
  const messages = new Map<number, Answered<Outcome>[]>();
  return {
    begin(fingerprint, maybeDuplicate, answered) {
      const earlier = messages.get(fingerprint);
      if (earlier !== undefined) {
        // Two different readings may have the same bytes; only one that is marked is a repetition.
        if (!maybeDuplicate) return answered;
        earlier.push((outcome) => answered(asRepeated(outcome)));
        return undefined;
      }
      const waiting = [answered];
      messages.set(fingerprint, waiting);
      return (outcome) => {
        messages.delete(fingerprint);
        for (const callback of waiting) callback(outcome);
      };
    },
  };
}
