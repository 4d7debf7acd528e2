import { callEach } from '../platform/call-each.ts';

/** How a transport recognises a resent message. */
export interface MessageIdentity {
  /** The message's bytes, or its idempotency key. */
  readonly bytes: Uint8Array;
  /** False if the sender marks the message as new: it is stored even if another message had the same bytes. */
  readonly maybeDuplicate: boolean;
  /** If the transport has computed it. */
  readonly fingerprint?: number | undefined;
}

type Reply<Outcome> = (outcome: Outcome) => void;

/** Counts a device's messages, so that a search in the table can tell whether some are not committed yet. */
interface MessageCounts {
  messages: number;
  unacknowledged: number;
}

export interface InFlightMessages<Outcome> {
  /**
   * Registers a message as in flight and returns its callback. Returns undefined if it repeats a message in flight,
   * whose reply then serves both.
   */
  begin(
    counts: MessageCounts,
    fingerprint: number,
    maybeDuplicate: boolean,
    reply: Reply<Outcome>,
  ): Reply<Outcome> | undefined;
}

/**
 * Holds messages that are not committed yet; committed ones are found in the table. `asRepeated` converts the reply
 * for a repetition.
 */
export function createInFlightMessages<Outcome>(
  asRepeated: (outcome: Outcome) => Outcome,
): InFlightMessages<Outcome> {
  const messages = new Map<number, Reply<Outcome>[]>();
  return {
    begin(counts, fingerprint, maybeDuplicate, reply) {
      const earlier = messages.get(fingerprint);
      if (earlier !== undefined && maybeDuplicate) {
        earlier.push((outcome) => reply(asRepeated(outcome)));
        return undefined;
      }
      counts.messages += 1;
      counts.unacknowledged += 1;
      // Two different readings may have the same bytes; only a message marked as a possible duplicate is a repetition.
      const waiting = earlier === undefined ? [reply] : undefined;
      if (waiting !== undefined) messages.set(fingerprint, waiting);
      return (outcome) => {
        counts.unacknowledged -= 1;
        if (waiting === undefined) return reply(outcome);
        messages.delete(fingerprint);
        callEach(
          waiting,
          (callback) => callback(outcome),
          (error) => {
            throw error;
          },
        );
      };
    },
  };
}
