import { MINUTE_MS } from '../platform/time.ts';

/** docs/contract.md, "Idempotency": how long after a message another can be its repetition. */
export const REPETITION_MS = 10 * MINUTE_MS;

type Answered<Outcome> = (outcome: Outcome) => void;

/** Counts a device's messages: whoever looks for them in the table must know which may still be on their way there. */
export interface MessageCounts {
  messages: number;
  unanswered: number;
}

export interface InFlightMessages<Outcome> {
  /**
   * Notes that a message is in flight and answers the callback to use for it; undefined when it repeats one that is
   * in flight already, whose answer serves both.
   */
  begin(
    counts: MessageCounts,
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
    begin(counts, fingerprint, maybeDuplicate, answered) {
      const earlier = messages.get(fingerprint);
      if (earlier !== undefined && maybeDuplicate) {
        earlier.push((outcome) => answered(asRepeated(outcome)));
        return undefined;
      }
      counts.messages += 1;
      counts.unanswered += 1;
      // Two different readings may have the same bytes; only one that is marked is a repetition.
      const waiting = earlier === undefined ? [answered] : undefined;
      if (waiting !== undefined) messages.set(fingerprint, waiting);
      return (outcome) => {
        counts.unanswered -= 1;
        if (waiting === undefined) return answered(outcome);
        messages.delete(fingerprint);
        for (const callback of waiting) callback(outcome);
      };
    },
  };
}
