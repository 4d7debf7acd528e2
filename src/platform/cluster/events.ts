import type { Check, Shape } from './messages.ts';

/** A kind of event between instances. The module that broadcasts it defines it in its `cluster-events.ts`. */
export interface EventKind<Data extends object> {
  /** The name on the wire; instances of two versions may run side by side, so it never changes. */
  readonly type: string;
  readonly shape: Shape<Data>;
  readonly viaRedisOnly: boolean;
}

interface EventOptions {
  /** The side channel does not carry it: an instance may miss it without harm while Redis is unavailable. */
  readonly viaRedisOnly?: boolean;
}

/** By name, for events from other instances. */
const kinds = new Map<string, EventKind<object>>();

/** Call it at module level, so that every instance knows all kinds before it reads a message. */
export function defineEvent<Data extends object>(
  type: string,
  shape: Shape<Data>,
  { viaRedisOnly = false }: EventOptions = {},
): EventKind<Data> {
  if (kinds.has(type)) throw new Error(`The event ${type} is defined twice`);
  const kind = { type, shape, viaRedisOnly };
  kinds.set(type, kind);
  return kind;
}

/** The event's kind and data; undefined for an unknown kind, or when a field fails its check. */
export function readEvent({ type, ...data }: Readonly<Record<string, unknown>>) {
  const kind = typeof type === 'string' ? kinds.get(type) : undefined;
  if (kind === undefined) return undefined;
  const checks = Object.entries(kind.shape as Readonly<Record<string, Check>>);
  return checks.every(([name, check]) => check(data[name])) ? { kind, data } : undefined;
}

/** Events may have been missed: caches of the database must be reloaded. */
export const RESYNC = defineEvent<Record<never, never>>('resync', {});
