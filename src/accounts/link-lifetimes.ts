import { DAY_MS, MINUTE_MS } from '../platform/time.ts';

export const RESET_LIFETIME_MS = 30 * MINUTE_MS;
export const INVITATION_LIFETIME_MS = 7 * DAY_MS;
export const CONFIRMATION_LIFETIME_MS = DAY_MS;
export const UNDO_LIFETIME_MS = 7 * DAY_MS;
/** Lifetime of a password set by another user. */
export const TEMPORARY_PASSWORD_MS = 7 * DAY_MS;
