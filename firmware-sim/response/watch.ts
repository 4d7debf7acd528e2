import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../client/clock.ts';
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
  readonly clock: Clock;
  readonly secondMs: number;
  readonly signal: AbortSignal;
}

interface HeardAlert {
  readonly at: number;
  readonly fallId: string | null;
}

/** How long an alert that the service lists may take to arrive on the socket. */
const HEARD_WITHIN_MS = 10_000;
const POLL_MS = 20;

/** The run's caregiver on the live socket. */
export interface Watch {
  /** By alert id, from the first frame about it. */
  readonly heard: ReadonlyMap<string, HeardAlert>;
  readonly deeds: readonly Deed[];
  /** Resolves when these alerts have arrived, or after a few seconds. */
  hearAll(alertIds: readonly string[]): Promise<void>;
  /** Resolves when all errands are over. */
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
    // The only caregiver: a caregiver cannot assign another.
    colleaguesOf: () => [],
    hasFallen: (name) => tally.falls.some(({ ownerName }) => ownerName === name),
    onDeed: (deed) => deeds.push(deed),
    onRefusal: (reason) => countOne(tally.refused, `caregiver: ${reason}`),
  });
  const live = watchAlerts(api.url, watcher.token, {
    onAlert({ id, fallId, patientName }) {
      if (!heard.has(id)) heard.set(id, { at: options.clock.now(), fallId });
      if (fallId !== null) caregiver.alerted({ fallId, patientName });
    },
    onResponse: caregiver.changed,
  });
  return {
    heard,
    deeds,
    async hearAll(alertIds) {
      for (let waited = 0; waited < HEARD_WITHIN_MS; waited += POLL_MS) {
        if (alertIds.every((id) => heard.has(id))) return;
        await delay(POLL_MS);
      }
    },
    idle: caregiver.idle,
    close: () => live.close(),
  };
}
