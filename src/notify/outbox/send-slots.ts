import { CHANNEL_KINDS, type ChannelKind, kindOf } from '../channels/kinds.ts';
import { hasLanes } from './lanes.ts';
import type { FreeSlots, LeasedMessage } from './store.ts';

/** The most messages in delivery at once, per kind of channel. */
const MAX_PER_KIND = 64;
/** The most messages in delivery to one host at once. */
const MAX_PER_LANE = 16;

type Slotted = Pick<LeasedMessage, 'kind' | 'lane'>;

/** Each of these kinds is one lane. */
const IN_ORDER: readonly string[] = CHANNEL_KINDS.filter((kind) => kindOf(kind).isInOrder);

function mostOf(name: string): number {
  if (IN_ORDER.includes(name)) return 1;
  return hasLanes(name) ? MAX_PER_KIND : MAX_PER_LANE;
}
/** A kind without hosts has one lane, with its own name. */
const namesOf = ({ kind, lane }: Slotted): ReadonlySet<string> => new Set([kind, lane]);

/** Counts the messages in delivery by kind and by lane. */
export class SendSlots {
  readonly #taken = new Map<string, number>();

  /** `maySend`: false for a kind whose messages another instance sends. */
  free(maySend: (kind: ChannelKind) => boolean = () => true): FreeSlots {
    const left: Record<string, number> = {};
    for (const name of IN_ORDER) left[name] = mostOf(name);
    for (const [name, count] of this.#taken) left[name] = mostOf(name) - count;
    const elsewhere = CHANNEL_KINDS.filter((kind) => !maySend(kind));
    for (const kind of elsewhere) left[kind] = 0;
    return { perKind: MAX_PER_KIND, perLane: MAX_PER_LANE, left, elsewhere };
  }

  take(message: Slotted): void {
    for (const name of namesOf(message)) this.#taken.set(name, (this.#taken.get(name) ?? 0) + 1);
  }

  release(message: Slotted): void {
    for (const name of namesOf(message)) {
      const count = (this.#taken.get(name) ?? 1) - 1;
      if (count === 0) this.#taken.delete(name);
      else this.#taken.set(name, count);
    }
  }
}

/** Whether a kind or lane has no slot left once these messages are in delivery. */
export function isFull({ left, elsewhere }: FreeSlots, messages: readonly Slotted[]): boolean {
  const free = new Map(Object.entries(left));
  for (const kind of elsewhere) free.delete(kind);
  for (const message of messages)
    for (const name of namesOf(message)) free.set(name, (free.get(name) ?? mostOf(name)) - 1);
  return [...free.values()].some((slots) => slots <= 0);
}
