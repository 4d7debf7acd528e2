import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';

/** Decisions, MQTT: how long a message can be taken for a repetition of an earlier one. */
export const REPETITION_MS = 10 * 60_000;
const MOST_REMEMBERED = 200_000;

export const fingerprintOf = (message: string | Buffer): bigint =>
  createHash('sha256').update(message).digest().readBigInt64BE(0);

type Answered<Outcome> = (outcome: Outcome | AppError) => void;

interface Message<Outcome> {
  readonly since: number;
  outcome: Outcome | undefined;
  waiting: Answered<Outcome>[];
}

/** Remembers messages with a name: the first goes its way, repetitions wait for its answer or get the one it had. */
export function createRepetitions<Outcome>(now: () => number) {
  const messages = new Map<string, Message<Outcome>>();
  let givenUpUntil = 0;

  function makeRoom(): void {
    for (const [name, { since }] of messages) {
      const old = now() - since >= REPETITION_MS;
      if (!old && messages.size < MOST_REMEMBERED) return;
      if (!old) givenUpUntil = since;
      messages.delete(name);
    }
  }

  return {
    /** Messages up to this time may be missing from memory: they were given up for want of room. */
    givenUpUntil: (): number => givenUpUntil,

    /** The callback for the first message of its name; undefined when another's answer will serve `answered`. */
    begin(
      deviceKey: number,
      fingerprint: bigint,
      answered: Answered<Outcome>,
    ): Answered<Outcome> | undefined {
      const name = `${deviceKey}:${fingerprint}`;
      const earlier = messages.get(name);
      if (earlier !== undefined && now() - earlier.since < REPETITION_MS) {
        if (earlier.outcome === undefined) earlier.waiting.push(answered);
        else answered(earlier.outcome);
        return undefined;
      }
      makeRoom();
      const message: Message<Outcome> = { since: now(), outcome: undefined, waiting: [answered] };
      messages.set(name, message);
      return (outcome) => {
        const { waiting } = message;
        message.waiting = [];
        // A refused message may be sent again in earnest.
        if (outcome instanceof AppError) messages.delete(name);
        else message.outcome = outcome;
        for (const callback of waiting) callback(outcome);
      };
    },
  };
}
