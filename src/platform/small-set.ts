/**
 * A set for tens of thousands of instances that mostly have no member or one: a Set takes 150 bytes and more even when
 * it is empty.
 */
export class SmallSet<T extends string | number | object> implements Iterable<T> {
  #only: T | undefined;
  #all: Set<T> | undefined;

  get size(): number {
    return this.#all?.size ?? (this.#only === undefined ? 0 : 1);
  }

  has(member: T): boolean {
    return this.#all?.has(member) ?? this.#only === member;
  }

  add(member: T): this {
    if (this.#all !== undefined) this.#all.add(member);
    else if (this.#only === undefined || this.#only === member) this.#only = member;
    else {
      this.#all = new Set([this.#only, member]);
      this.#only = undefined;
    }
    return this;
  }

  /** Returns whether it was a member. */
  delete(member: T): boolean {
    if (this.#all !== undefined) return this.#all.delete(member);
    if (this.#only !== member) return false;
    this.#only = undefined;
    return true;
  }

  clear(): void {
    this.#all = undefined;
    this.#only = undefined;
  }

  [Symbol.iterator](): Iterator<T> {
    if (this.#all !== undefined) return this.#all.values();
    return (this.#only === undefined ? [] : [this.#only]).values();
  }
}
