import { type Log, throttled } from '../log.ts';
import type { EventKind } from './events.ts';
import { MalformedMessage } from './messages.ts';

interface Listeners<Args extends readonly unknown[]> {
  add(listener: (...args: Args) => void): void;
  call(...args: Args): void;
  clear(): void;
}

/** Logs what listeners throw, throttled. */
function createFailureLog(log: Log): (err: unknown) => void {
  const warn = throttled((fields, message) => log.warn(fields, message));
  const error = throttled((fields, message) => log.error(fields, message));
  return (err) => {
    if (err instanceof MalformedMessage)
      warn({ reason: err.message }, 'cluster: a message of Redis was dropped');
    else error({ err }, 'cluster: a listener failed, the others go on');
  };
}

/** Calls every listener even after one has thrown: a fault in one component must not keep events from the others. */
export function createListeners<Args extends readonly unknown[]>(
  log: Log,
  failed = createFailureLog(log),
): Listeners<Args> {
  const listeners: ((...args: Args) => void)[] = [];
  return {
    add: (listener) => void listeners.push(listener),
    call(...args) {
      for (const listener of listeners) {
        try {
          listener(...args);
        } catch (err) {
          failed(err);
        }
      }
    },
    clear() {
      listeners.length = 0;
    },
  };
}

/** The same for events: each listener subscribes to one kind. A fall is broadcast once for each recipient, so others are not called. */
export function createEventListeners(log: Log) {
  const failed = createFailureLog(log);
  const byKind = new Map<EventKind<object>, Listeners<[data: object]>>();
  return {
    add<Data extends object>(kind: EventKind<Data>, listener: (data: Data) => void): void {
      const own = byKind.get(kind) ?? createListeners<[data: object]>(log, failed);
      byKind.set(kind, own);
      own.add((data) => listener(data as Data));
    },
    call: (kind: EventKind<object>, data: object) => byKind.get(kind)?.call(data),
    clear: () => byKind.clear(),
  };
}
