import { defineEvent } from '../platform/cluster/events.ts';
import { isBoolean, isId, isNumber, optional } from '../platform/cluster/messages.ts';
import { isLanguage } from '../platform/languages.ts';
import { isZone } from '../platform/zone.ts';
import type { StoredOrganisation } from './vocabulary.ts';

export const SESSION_REVOKED = defineEvent<{ readonly userId: string; readonly sessionId: string }>(
  'session.revoked',
  { userId: isId, sessionId: isId },
);

/**
 * All sessions of the user are revoked, except `keptSession`. Connections of access tokens stay open, unless
 * `endsTokens`: the tokens are deleted, or must be looked up again because the role has changed.
 */
export const USER_REVOKED = defineEvent<{
  readonly userId: string;
  readonly keptSession?: string | undefined;
  readonly endsTokens?: boolean | undefined;
}>('user.revoked', { userId: isId, keptSession: optional(isId), endsTokens: optional(isBoolean) });

/** Instances must drop their caches of the user; the user's sessions stay valid. */
export const USER_CHANGED = defineEvent<{ readonly userId: string }>('user.changed', { userId: isId });

/** The user's sessions stay valid with another role; their connections are closed, so that they come back with it. */
export const ROLE_CHANGED = defineEvent<{ readonly userId: string }>('user.role', { userId: isId });

/** The new settings themselves, so that an instance has them without a query. */
export const ORGANISATION_CHANGED = defineEvent<StoredOrganisation>('organisation.changed', {
  name: isId,
  timeZone: (value) => typeof value === 'string' && isZone(value),
  language: isLanguage,
  responseGoalMinutes: isNumber,
  revision: isNumber,
});
