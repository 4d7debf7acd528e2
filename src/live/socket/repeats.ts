/** docs/contract.md, "Alerts": emergencies are re-sent until somebody goes, and again when nobody does any more. */
export const REPEAT_MS = 30_000;

/** A time that lies in the future is not recent: the clock was set back, and what is due must not wait for it. */
export const isRecent = (time: number, now: number, withinMs: number): boolean =>
  time <= now && now - time < withinMs;

/** docs/contract.md, "Alerts": how many are sent as frames of their own. */
export const NEWEST_EMERGENCIES = 20;
