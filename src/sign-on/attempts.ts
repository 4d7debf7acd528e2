import type { Queryable } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { NOT_IN_A_LINE } from '../platform/schema/primitives.ts';
import { MINUTE_MS } from '../platform/time.ts';
import { groupsIn, personIn } from './claims.ts';
import type { Entry } from './entry.ts';
import type { Provided } from './provider.ts';
import type { SignOnConfig } from './settings.ts';

/** What a login brought. */
export const ATTEMPT_OUTCOMES = [
  'ENTERED',
  'CREATED',
  'LINKED',
  'ASKED_PASSWORD',
  'ASKED_CODE',
  'OIDC_NO_GROUP',
  'OIDC_TOO_MANY_GROUPS',
  'OIDC_NOT_STAFF',
  'ACCOUNT_DEACTIVATED',
  'OIDC_AWAY',
  'OIDC_REFUSED',
  'OIDC_LOGIN_REQUIRED',
  'OIDC_INVALID',
  'OIDC_FLOW_EXPIRED',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

export interface Attempt {
  readonly at: Date;
  readonly outcome: AttemptOutcome;
  /** Null if the attempt names nobody. */
  readonly subject: string | null;
  readonly email: string | null;
  readonly userId: string | null;
  readonly userName: string | null;
  readonly groups: readonly string[];
  readonly role: 'ADMIN' | 'CAREGIVER' | null;
  readonly wards: readonly string[];
  readonly amr: readonly string[];
  readonly acr: string | null;
}

interface AttemptDeps {
  readonly config: Pick<SignOnConfig, 'oidcGroupsClaim'>;
  readonly db: Queryable;
  readonly entry: Pick<Entry, 'grantsOf'>;
  readonly now: () => number;
  readonly log: Log;
}

const SHOWN = 50;
const MAX_LENGTH = 200;
/** Entra ID sends up to 200 groups. */
const MAX_ENTRIES = 200;
/** Of those that name nobody: a stranger can repeat them. */
const ANONYMOUS_MS = MINUTE_MS;

const UNSHOWN = new RegExp(`[${NOT_IN_A_LINE}]+`, 'gu');

/** A provider may send anything: without characters that disguise a line, or that the database cannot keep. */
export const shownText = (value: unknown, most = MAX_LENGTH): string =>
  String(value ?? '')
    .slice(0, most)
    .replace(UNSHOWN, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd');

export const shownTexts = (values: unknown): readonly string[] =>
  Array.isArray(values)
    ? values
        .filter((value) => typeof value === 'string')
        .slice(0, MAX_ENTRIES)
        .map((value) => shownText(value))
    : [];

export const acrIn = ({ acr }: Provided['claims']): string | null =>
  typeof acr === 'string' ? shownText(acr) : null;

/** docs/single-sign-on.md, "For admins": the last attempt of each person with each outcome. No tokens. */
export class Attempts {
  readonly #deps: AttemptDeps;

  constructor(deps: AttemptDeps) {
    this.#deps = deps;
  }

  /** False if such an attempt that names nobody was noted within a minute, or could not be: a login goes on without. */
  async note(attempt: {
    readonly outcome: AttemptOutcome;
    readonly provided?: Provided;
    readonly userId?: string | undefined;
  }): Promise<boolean> {
    try {
      return await this.#put(attempt);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'single sign-on: an attempt was not noted');
      return false;
    }
  }

  async #put({
    outcome,
    provided,
    userId,
  }: {
    readonly outcome: AttemptOutcome;
    readonly provided?: Provided;
    readonly userId?: string | undefined;
  }): Promise<boolean> {
    const { config, db, entry, now } = this.#deps;
    const claims = provided?.claims ?? {};
    const grants = provided && entry.grantsOf(provided);
    const changed = await db.run(
      `INSERT INTO oidc_attempts AS a (subject, outcome, at, user_id, email, groups, role, wards, amr, acr)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       ON CONFLICT (subject, outcome) DO UPDATE SET at = excluded.at, user_id = excluded.user_id,
         email = excluded.email, groups = excluded.groups, role = excluded.role, wards = excluded.wards,
         amr = excluded.amr, acr = excluded.acr
       WHERE a.subject <> '' OR a.at <= $11`,
      [
        shownText(provided?.subject),
        outcome,
        new Date(now()),
        userId ?? null,
        personIn(claims).email ?? null,
        shownTexts(groupsIn(claims, config.oidcGroupsClaim)),
        grants?.role ?? null,
        grants?.wards ?? [],
        shownTexts(claims.amr),
        acrIn(claims),
        new Date(now() - ANONYMOUS_MS),
      ],
    );
    return changed === 1;
  }
}

export const lastAttempts = (q: Queryable) =>
  q.rows<Attempt>(
    `SELECT a.at, a.outcome, nullif(a.subject, '') AS subject, a.email, a.user_id AS "userId",
       u.first_name || ' ' || u.last_name AS "userName", a.groups, a.role, a.wards, a.amr, a.acr
     FROM oidc_attempts a LEFT JOIN people_public u ON u.id = a.user_id
     ORDER BY a.at DESC, a.subject, a.outcome LIMIT ${SHOWN}`,
  );

export const purgeAttempts = (q: Queryable, before: Date, most: number) =>
  q.run(
    `DELETE FROM oidc_attempts WHERE (subject, outcome) IN
       (SELECT subject, outcome FROM oidc_attempts WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [before, most],
  );
