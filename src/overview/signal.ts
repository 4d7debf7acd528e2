import type { Queryable } from '../platform/database/database.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/time.ts';

/** docs/home.md, "Quiet wearables". */
export const SIGNAL_STATES = ['live', 'quiet', 'silent', 'none'] as const;

export interface Signal {
  readonly state: (typeof SIGNAL_STATES)[number];
  /** Time of the newest reading; null without one. */
  readonly since: Date | null;
}

interface Sending {
  readonly disabled: boolean;
  readonly lastSeen: Date | null;
}

/** A disabled wearable sends nothing. Of several wearables the one with the newest reading counts. */
export function signalOf(
  wearables: readonly Sending[],
  { quietMs, silentMs }: { readonly quietMs: number; readonly silentMs: number },
  now: number,
): Signal {
  const enabled = wearables.filter(({ disabled }) => !disabled);
  if (enabled.length === 0) return { state: 'none', since: null };
  const newest = Math.max(...enabled.map(({ lastSeen }) => lastSeen?.getTime() ?? 0));
  if (newest === 0) return { state: 'silent', since: null };
  const age = now - newest;
  const state = age >= silentMs ? 'silent' : age >= quietMs ? 'quiet' : 'live';
  return { state, since: new Date(newest) };
}

export const isQuiet = ({ state }: Signal): boolean => state === 'quiet' || state === 'silent';

interface SignalDeps {
  readonly db: Queryable;
  readonly config: { readonly deviceQuietSeconds: number; readonly deviceSilentMinutes: number };
  readonly now: () => number;
}

/** The signals of patients, in the order of `patients`. */
export type SignalsOf = (
  patients: readonly { readonly id: string; readonly wearables: readonly Sending[] }[],
) => Promise<readonly Signal[]>;

export const createSignals =
  ({ db, config: { deviceQuietSeconds, deviceSilentMinutes }, now }: SignalDeps): SignalsOf =>
  async (patients) => {
    const rows = await db.rows<{ id: string; minutes: number }>(
      `SELECT patient_id AS id, minutes FROM silence_limits_public
       WHERE patient_id = ANY($1) AND minutes IS NOT NULL`,
      [patients.map(({ id }) => id)],
    );
    const minutesOf = new Map(rows.map(({ id, minutes }) => [id, minutes]));
    const at = now();
    return patients.map(({ id, wearables }) =>
      signalOf(
        wearables,
        {
          quietMs: deviceQuietSeconds * SECOND_MS,
          silentMs: (minutesOf.get(id) ?? deviceSilentMinutes) * MINUTE_MS,
        },
        at,
      ),
    );
  };
