import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';

/** docs/home.md, "Stations". */
export const CODE_DIGITS = 8;
export const CODE_LIFE_MS = 10 * MINUTE_MS;
export const UNLOCK_MS = 60 * SECOND_MS;
/** Leads and admins are notified of a station that was not connected for this long. */
export const LOST_MS = 2 * MINUTE_MS;
/** How often an instance writes which stations are connected to it. */
export const SEEN_MS = 15 * SECOND_MS;
/** Two writes may be missed: the database was slow, or the tablet moved to another instance. */
const CONNECTED_MS = 40 * SECOND_MS;

export const isConnected = (lastSeen: Date | null, now: number): boolean =>
  lastSeen !== null && now - lastSeen.getTime() < CONNECTED_MS;
