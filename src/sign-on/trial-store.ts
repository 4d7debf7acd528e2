import type { Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import type { Attempt } from './attempts.ts';
import type { Fault } from './faults.ts';
import type { Judgement } from './judgement.ts';

interface Claim {
  readonly name: string;
  /** As JSON, unless it is a text. */
  readonly value: string;
}

export interface TrialGroup {
  readonly name: string;
  readonly role: 'ADMIN' | 'CAREGIVER' | null;
  readonly wards: readonly string[];
}

/** What a login would have brought. */
export interface TrialResult {
  readonly outcome: TrialOutcome;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly accountId: string | null;
  readonly isManagedByDirectory: boolean;
  readonly hasGroupsClaim: boolean;
  readonly groups: readonly TrialGroup[];
  /** Of the account after such a login. */
  readonly role: Attempt['role'];
  readonly wards: readonly string[];
  readonly hasSecondFactor: boolean;
  readonly hasRefreshToken: boolean;
  readonly amr: readonly string[];
  readonly acr: string | null;
  readonly claims: readonly Claim[];
}

export const TRIAL_OUTCOMES = [
  'CREATED',
  'ENTERED',
  'LINKED',
  'ASKED_PASSWORD',
  'ASKED_CODE',
  'OIDC_NO_GROUP',
  'OIDC_TOO_MANY_GROUPS',
  'OIDC_NOT_STAFF',
  'ACCOUNT_DEACTIVATED',
] as const;
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

export const outcomeOf = (judgement: Judgement): TrialOutcome => {
  switch (judgement.kind) {
    case 'create':
      return 'CREATED';
    case 'enter':
      return judgement.isLinked ? 'ENTERED' : 'LINKED';
    case 'ask':
      return judgement.needs === 'password' ? 'ASKED_PASSWORD' : 'ASKED_CODE';
    case 'refuse':
      return judgement.code;
  }
};

/** One of `result` and `fault`; neither while the admin is at the provider. */
export interface Trial {
  readonly at: string;
  readonly result: TrialResult | null;
  readonly fault: Fault | null;
  readonly detail: string | null;
}

const placeOf = (userId: string): string => `oidc_trials/${userId}/content`;

interface Key {
  readonly userId: string;
  readonly id: string;
}

/** An admin has one test: the next one replaces it. */
export const putTrial = (q: Queryable, box: SecretBox, { userId, id }: Key, trial: Trial, expiresAt: Date) =>
  q.run(
    `INSERT INTO oidc_trials (user_id, id, content, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, content = excluded.content, expires_at = excluded.expires_at`,
    [userId, id, box.seal(JSON.stringify(trial), placeOf(userId)), expiresAt],
  );

/** Nothing if the admin has begun another test, or is gone. */
export const finishTrial = (
  q: Queryable,
  box: SecretBox,
  { userId, id }: Key,
  trial: Trial,
  expiresAt: Date,
) =>
  q.run('UPDATE oidc_trials SET content = $3, expires_at = $4 WHERE user_id = $1 AND id = $2', [
    userId,
    id,
    box.seal(JSON.stringify(trial), placeOf(userId)),
    expiresAt,
  ]);

export async function findTrial(q: Queryable, box: SecretBox, userId: string, now: Date) {
  const content = await q.value<string>(
    'SELECT content FROM oidc_trials WHERE user_id = $1 AND expires_at > $2',
    [userId, now],
  );
  const text = content === undefined ? undefined : box.open(content, placeOf(userId));
  return text === undefined ? undefined : (JSON.parse(text) as Trial);
}

export const purgeTrials = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM oidc_trials WHERE user_id IN
       (SELECT user_id FROM oidc_trials WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
