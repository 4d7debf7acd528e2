import { defineEvent } from '../platform/cluster/events.ts';
import { isId, optional } from '../platform/cluster/messages.ts';

export const SESSION_REVOKED = defineEvent<{ readonly userId: string; readonly sessionId: string }>(
  'session.revoked',
  { userId: isId, sessionId: isId },
);

/** All sessions of the user are revoked, except the one that is kept. */
export const USER_REVOKED = defineEvent<{
  readonly userId: string;
  readonly keptSession?: string | undefined;
}>('user.revoked', { userId: isId, keptSession: optional(isId) });

/** Caches of the user must be read again; the user's sessions go on. */
export const USER_CHANGED = defineEvent<{ readonly userId: string }>('user.changed', { userId: isId });
