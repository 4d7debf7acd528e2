import { type Log, throttled } from '../log.ts';
import type { EventKind } from './events.ts';
import { MalformedMessage } from './messages.ts';

interface Listeners<Args extends readonly unknown[]> {
  add(listener: (...args: Args) => void): void;
  call(...args: Args): void;
  clear(): void;
}

/** Calls every listener even after one has thrown: a fault in one component must not keep events from the others. */
export function createListeners<Args extends readonly unknown[]>(log: Log): Listeners<Args> {
  const listeners: ((...args: Args) => void)[] = [];
  const warn = throttled((fields, message) => log.warn(fields, message));
  const error = throttled((fields, message) => log.error(fields, message));

  function failed(err: unknown): void {
    if (err instanceof MalformedMessage)
      warn({ reason: err.message }, 'cluster: a message of Redis was dropped');
    else error({ err }, 'cluster: a listener failed, the others go on');
  }

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

/** The same for events: each listener subscribes to one kind. */
export function createEventListeners(log: Log) {
  const listeners = createListeners<[kind: EventKind<object>, data: object]>(log);
  return {
    add<Data extends object>(kind: EventKind<Data>, listener: (data: Data) => void): void {
      listeners.add((called, data) => {
        if (called === kind) listener(data as Data);
      });
    },
    call: listeners.call,
    clear: listeners.clear,
  };
}
