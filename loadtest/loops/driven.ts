import { type Link, NO_ANSWER, STORED } from '../links/link.ts';
import { Latencies } from '../rules/latencies.ts';

/** Results of the sent readings. */
export class Driven {
  /** Of every reading with a response, stored or not. */
  readonly latencies = new Latencies();
  /** Send delay of the generator itself, which is part of the latency. */
  readonly lateness = new Latencies();
  readonly from = performance.now();
  /** True if sending stopped because responses fell too far behind. */
  overloaded = false;
  readonly #statuses = new Map<number, number>();
  #until = this.from;
  #sent = 0;

  constructor(links: readonly Link[], after: (link: Link, status: number) => void = () => {}) {
    for (const link of links) {
      link.onAnswered((due, status) => {
        const now = performance.now();
        this.#until = now;
        this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
        if (status !== NO_ANSWER) this.latencies.add(now - due);
        after(link, status);
      });
    }
  }

  send(link: Link, due: number): void {
    this.#sent += 1;
    this.lateness.add(performance.now() - due);
    link.send(due);
  }

  get seconds(): number {
    return (this.#until - this.from) / 1000;
  }

  get sent(): number {
    return this.#sent;
  }

  get waiting(): number {
    let answered = 0;
    for (const count of this.#statuses.values()) answered += count;
    return this.#sent - answered;
  }

  get stored(): number {
    return this.#statuses.get(STORED) ?? 0;
  }

  /** Sent and not stored, for any reason. */
  get failed(): number {
    return this.#sent - this.stored;
  }

  get unanswered(): number {
    return this.waiting + this.answeredWith((status) => status === NO_ANSWER);
  }

  /** "12 × 503, 3 × no answer", for the report. */
  get failures(): string {
    const refused = [...this.#statuses].filter(([status]) => status !== STORED && status !== NO_ANSWER);
    const parts = refused.map(([status, count]) => `${count} × ${status}`);
    return (
      [...parts, ...(this.unanswered > 0 ? [`${this.unanswered} × no answer`] : [])].join(', ') || 'none'
    );
  }

  answeredWith(isMeant: (status: number) => boolean): number {
    return [...this.#statuses].reduce((sum, [status, count]) => sum + (isMeant(status) ? count : 0), 0);
  }
}
