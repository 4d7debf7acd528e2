import { MAX_TOGETHER } from './ring.ts';

/** A reading that waits until the earlier readings of its slot are scored, and its time. */
type Held<Reading> = readonly [reading: Reading, timeMs: number];

/**
 * Keeps the readings of each slot in order. While readings of a slot wait for their batch, a few more may join them.
 * Others are held until those are scored: a burst would overwrite rows that are not read yet, and two threads could
 * finish a device's readings out of order.
 */
export class SlotOrder<Reading> {
  /** Number of a slot's readings that wait for their batch or are in it. */
  readonly #unscored: Uint8Array;
  /** 1 while the slot's readings are being scored. */
  readonly #dispatched: Uint8Array;
  readonly #held = new Map<number, Held<Reading>[]>();

  constructor(slots: number) {
    this.#unscored = new Uint8Array(slots);
    this.#dispatched = new Uint8Array(slots);
  }

  /** False if the slot's next reading must be held. `batchHasRoom`: readings of a slot are in one batch. */
  hasRoom(slot: number, batchHasRoom: boolean): boolean {
    return !this.#hasHeld(slot) && this.#mayJoin(slot, batchHasRoom);
  }

  hold(slot: number, reading: Reading, timeMs: number): void {
    const held = this.#held.get(slot);
    if (held === undefined) this.#held.set(slot, [[reading, timeMs]]);
    else held.push([reading, timeMs]);
  }

  /** Removes and returns the slot's oldest held reading, if it may be added to the batch now. */
  takeHeld(slot: number, batchHasRoom: boolean): Held<Reading> | undefined {
    const held = this.#held.get(slot);
    if (held === undefined || !this.#mayJoin(slot, batchHasRoom)) return undefined;
    const oldest = held.shift();
    if (held.length === 0) this.#held.delete(slot);
    return oldest;
  }

  added(slot: number): void {
    this.#unscored[slot] = (this.#unscored[slot] ?? 0) + 1;
  }

  dispatched(slot: number): void {
    this.#dispatched[slot] = 1;
  }

  /** Returns true if held readings can follow. */
  scored(slot: number): boolean {
    const others = (this.#unscored[slot] ?? 1) - 1;
    this.#unscored[slot] = others;
    if (others > 0) return false;
    this.#dispatched[slot] = 0;
    return this.#hasHeld(slot);
  }

  #hasHeld(slot: number): boolean {
    return this.#held.size > 0 && this.#held.has(slot);
  }

  #mayJoin(slot: number, batchHasRoom: boolean): boolean {
    const others = this.#unscored[slot] ?? 0;
    return others === 0 || (others < MAX_TOGETHER && this.#dispatched[slot] === 0 && batchHasRoom);
  }
}
