import type { EventLog, Overview } from '../events.ts';

interface WardOverviewDeps {
  readonly events: Pick<EventLog, 'onOverview'>;
  /** The ward of each of the given patients. */
  readonly wardsOf: (patientIds: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;
  /** Whether any socket receives overviews of wards. */
  readonly hasListeners: () => boolean;
  readonly deliver: (overview: Overview, wardId: string | null) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Delivers each overview with the ward of its patient, in the order of the events: one batch at a time. The ward is read
 * at the time of sending, because the patient may have moved.
 */
export function deliverByWard({ events, wardsOf, hasListeners, deliver, failed }: WardOverviewDeps): void {
  let waiting: Overview[] = [];
  let isFlushing = false;

  async function flush(): Promise<void> {
    isFlushing = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        const wards = await wardsOf([...new Set(batch.map(patientOf))]);
        for (const overview of batch) deliver(overview, wards.get(patientOf(overview)) ?? null);
      }
    } finally {
      isFlushing = false;
    }
  }

  events.onOverview((overview) => {
    if (!hasListeners()) return;
    waiting.push(overview);
    if (isFlushing) return;
    flush().catch((error: unknown) => {
      waiting = [];
      failed(error);
    });
  });
}

function patientOf({ data }: Overview): string {
  const { patientId, userId } = data as { readonly patientId?: string; readonly userId?: string };
  return patientId ?? userId ?? '';
}
