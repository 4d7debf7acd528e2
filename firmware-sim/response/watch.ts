import type { Watcher } from '../accounts.ts';
import { watchAlerts } from '../alerts.ts';
import type { Api } from '../api.ts';
import type { Random } from '../random.ts';
import { countOne, type Tally } from '../tally.ts';
import { createCaregiver, type Deed } from './caregiver.ts';
import type { Habits } from './habits.ts';

export interface WatchOptions {
  readonly api: Api;
  readonly watcher: Watcher;
  readonly tally: Tally;
  readonly habits: Habits;
  readonly random: Random;
  readonly secondMs: number;
  readonly signal: AbortSignal;
}

export interface HeardAlert {
  readonly at: number;
  readonly fallId: string | null;
}

/** The run's caregiver at the live socket. */
export interface Watch {
  /** By the alert's id, since the first frame about it. */
  readonly heard: ReadonlyMap<string, HeardAlert>;
  readonly deeds: readonly Deed[];
  /** When everybody has been where they wanted to go. */
  idle(): Promise<void>;
  close(): void;
}

export function startWatch({ api, watcher, tally, ...options }: WatchOptions): Watch {
  const heard = new Map<string, HeardAlert>();
  const deeds: Deed[] = [];
  const caregiver = createCaregiver({
    ...options,
    api,
    self: { id: watcher.id, name: watcher.email, token: watcher.token },
    // Alone in the house: a caregiver cannot assign another.
    colleaguesOf: () => [],
    hasFallen: (name) => tally.falls.some(({ ownerName }) => ownerName === name),
    onDeed: (deed) => deeds.push(deed),
    onRefusal: (reason) => countOne(tally.refused, `caregiver: ${reason}`),
  });
  const live = watchAlerts(api.url, watcher.token, {
    onAlert({ id, fallId, patientName }) {
      if (!heard.has(id)) heard.set(id, { at: Date.now(), fallId });
      if (fallId !== null) caregiver.alerted({ fallId, patientName });
    },
    onResponse: caregiver.changed,
  });
  return { heard, deeds, idle: caregiver.idle, close: () => live.close() };
}
