import type { SmallSet } from '../../small-set.ts';
import type { Reason } from './reasons.ts';
import { matches, type RequestedFilter, type SubscriptionOptions } from './subscription-options.ts';

type FilterPlace = Pick<RequestedFilter, 'messageId' | 'place'>;

interface RefusedFilter {
  readonly reason: Reason;
  /** The filter, if Aedes does not see it. */
  readonly hidden: string | undefined;
}

/** What 3.1.1 does not know of a connection's subscriptions. */
export class SubscriptionState {
  /** Why filters were refused, by SUBSCRIBE and place, until SUBACK. */
  #refusals: Map<number, Map<number, RefusedFilter>> | undefined;
  /** The filters of each UNSUBSCRIBE, until UNSUBACK. */
  readonly #unsubscribes = new Map<number, readonly string[]>();
  /** Granted filters that have options. */
  readonly #options = new Map<string, SubscriptionOptions>();
  /** Granted filters whose retained message is not wanted. */
  #unwantedRetained: Set<string> | undefined;

  /** The first reason counts. */
  refuse({ messageId, place }: FilterPlace, reason: Reason, hidden?: string): void {
    this.#refusals ??= new Map();
    const refusals = this.#refusals.get(messageId) ?? new Map<number, RefusedFilter>();
    this.#refusals.set(messageId, refusals);
    if (!refusals.has(place)) refusals.set(place, { reason, hidden });
  }

  hiddenFilter({ messageId, place }: FilterPlace): string | undefined {
    return this.#refusals?.get(messageId)?.get(place)?.hidden;
  }

  refusalsOf(messageId: number): ReadonlyMap<number, RefusedFilter> | undefined {
    const refusals = this.#refusals?.get(messageId);
    this.#refusals?.delete(messageId);
    return refusals;
  }

  /** A filter was granted, or restored with its session. */
  grant(filter: string, options: SubscriptionOptions, isWithRetained: boolean): void {
    const hasOptions = options.id !== undefined || options.noLocal;
    if (hasOptions) this.#options.set(filter, options);
    else this.#options.delete(filter);
    // The retained message follows its SUBACK, so the newest subscription to a device decides.
    for (const other of this.#unwantedRetained ?? [])
      if (rootOf(other) === rootOf(filter)) this.#unwantedRetained?.delete(other);
    if (!isWithRetained) this.#unwantedRetained = (this.#unwantedRetained ?? new Set()).add(filter);
  }

  unsubscribe(messageId: number, filters: readonly string[]): void {
    this.#unsubscribes.set(messageId, filters);
  }

  /** The filters of an UNSUBSCRIBE, which are no longer granted. */
  unsubscribed(messageId: number): readonly string[] {
    const filters = this.#unsubscribes.get(messageId) ?? [];
    this.#unsubscribes.delete(messageId);
    for (const filter of filters) {
      this.#options.delete(filter);
      this.#unwantedRetained?.delete(filter);
    }
    return filters;
  }

  /** Whether every one of the filters that matches the topic asks for others' messages only. */
  isLocal(topic: string, filters: SmallSet<string>): boolean {
    const matching = [...filters].filter((filter) => matches(filter, topic));
    return matching.every((filter) => this.#options.get(filter)?.noLocal === true);
  }

  get hasNoLocal(): boolean {
    return [...this.#options.values()].some(({ noLocal }) => noLocal);
  }

  /** Retain Handling: a message is retained for one new subscription, which may not want it. */
  wantsRetained(topic: string): boolean {
    for (const filter of this.#unwantedRetained ?? []) if (matches(filter, topic)) return false;
    return true;
  }

  idsOf(topic: string): readonly number[] {
    return [...this.#options].flatMap(([filter, { id }]) =>
      id !== undefined && matches(filter, topic) ? [id] : [],
    );
  }
}

/** The device of a filter, or the account. */
const rootOf = (filter: string): string => filter.split('/', 2).join('/');
