import type { BoardPerson } from '../api/records.ts';

type WearableSignal = BoardPerson['signal'];

/** No reading for a while: the resident is grey. */
export const isQuiet = ({ state }: WearableSignal): boolean => state === 'quiet' || state === 'silent';

/** The rule of the service (docs/home.md, "Quiet wearables"). */
export const isQuietAfter = (since: string, now: number, quietMs: number): boolean =>
  now - Date.parse(since) >= quietMs;

/** After a reading of this time; an old one says nothing about the present. */
export const withSign = (
  signal: WearableSignal,
  since: string,
  now: number,
  quietMs: number,
): WearableSignal => ({ state: isQuietAfter(since, now, quietMs) ? signal.state : 'live', since });

/**
 * Whether a resident may have become quiet: a page gets readings of few residents, so that the newest that it knows may just be
 * old. Only the service knows.
 */
export const mayBeQuiet = (signals: readonly WearableSignal[], now: number, quietMs: number): boolean =>
  signals.some(({ state, since }) => state === 'live' && since !== null && isQuietAfter(since, now, quietMs));

/** How often a page looks whether it must ask: not more often, as wearables may send seldom. */
export const QUIET_CHECK_MS = 10_000;
