import type { Queryable } from '../platform/database/database.ts';
import type { AuditEntry } from '../platform/http/audit.ts';
import type { Caller } from '../platform/http/route.ts';
import type { Language } from '../platform/languages.ts';
import type { Viewer } from './permissions.ts';
import { columnsOf, ROLE_FIELDS } from './role-fields.ts';

/** Of a person's first or last name. */
export const MAX_NAME_LENGTH = 100;

/** docs/home.md, "The organisation". */
export const MAX_ORGANISATION_NAME = 80;
export const MAX_RESPONSE_GOAL_MINUTES = 240;

export interface OrganisationSettings {
  readonly name: string;
  /** An IANA name, such as Europe/Berlin. */
  readonly timeZone: string;
  /** The language of people who have not chosen one. */
  readonly language: Language;
  /** A caregiver should claim a fall within this time. */
  readonly responseGoalMinutes: number;
}

/** With the number of changes so far. */
export interface StoredOrganisation extends OrganisationSettings {
  readonly revision: number;
}

/**
 * docs/operations.md, "Path test": the resident who does not exist, and who gets the alert. They are service accounts without
 * a token, and exist while a test runs. Everything that shows residents, wearables or falls leaves this resident out.
 */
export const PATH_RESIDENT = '70617468-7465-4573-8000-000000000001';
export const PATH_RECEIVER = '70617468-7465-4573-8000-000000000002';

/** A condition: not the resident of the path test. Takes an SQL expression. */
export const isNoPathTest = (person: string): string => `${person} <> '${PATH_RESIDENT}'`;

/** No session token has this form, so that the two are told apart without a look-up. */
const ACCESS_TOKEN = /^vgl_[A-Za-z0-9_-]{43}$/;

export const isAccessToken = (text: string): boolean => ACCESS_TOKEN.test(text);

/** A condition: the access token has neither ended nor expired at a time. Takes SQL expressions. */
export const tokenLastsSql = (token: string, at: string): string =>
  `EXISTS (SELECT FROM access_tokens lt WHERE lt.id = ${token} AND (lt.expires_at IS NULL OR lt.expires_at > ${at}))`;

/** A condition: the account is a service account that serves the patient. Takes SQL expressions. */
export const servesSql = (account: string, patient: string): string =>
  `EXISTS (SELECT FROM service_accounts sa WHERE sa.user_id = ${account} AND (sa.whole_organisation OR EXISTS (
     SELECT FROM service_account_wards sw JOIN users sp ON sp.ward_id = sw.ward_id
     WHERE sw.account_id = sa.user_id AND sp.id = ${patient})))`;

/** A subquery: the patients of the wards of a service account. Takes an SQL expression. */
export const patientsServedBy = (account: string): string =>
  `SELECT sp.id FROM users sp JOIN service_account_wards sw ON sw.ward_id = sp.ward_id WHERE sw.account_id = ${account}`;

/** SQL: the pending address, until it is confirmed or expires. Uses the database's clock, because it is only displayed. */
export const PENDING_EMAIL = `CASE WHEN pending_email_until > now() THEN pending_email END AS "pendingEmail"`;

/** SQL: the columns of a `User`, from users or people_public. */
export const USER_COLUMNS = `id, email, ${PENDING_EMAIL}, first_name AS "firstName", last_name AS "lastName", role, status, phone,
  date_of_birth AS "dateOfBirth", avatar, language, ward_id AS "wardId", share_with_home AS "shareWithHome",
  ${Object.entries(columnsOf(ROLE_FIELDS))
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(', ')},
  created_at AS "createdAt", updated_at AS "updatedAt", last_login AS "lastLogin"`;

/** SQL: the organisation's time zone. */
export const TIME_ZONE = `coalesce((SELECT time_zone FROM organisation), 'UTC')`;

export const TOKEN_CREATIONS = ['CHANNEL', 'DEVICE_TOKEN'] as const;

/** Something that a program made with an access token, and that outlives the token. */
export interface TokenCreation {
  readonly tokenId: string;
  readonly type: (typeof TOKEN_CREATIONS)[number];
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

export type AuditLine = Omit<AuditEntry, keyof Caller>;

interface EndedCreations {
  readonly lines: readonly AuditLine[];
  /** To be called after the commit. */
  readonly announce: () => Promise<void>;
}

/** docs/tokens.md, "What a token leaves behind"; the modules that own such things implement it. */
export interface TokenCreations {
  /** What was made with these tokens, as far as the viewer may end it. */
  madeWith(q: Queryable, viewer: Viewer, tokenIds: readonly string[]): Promise<readonly TokenCreation[]>;
  /** Ends what `madeWith` returns for a token, within the transaction that deletes the token. */
  end(q: Queryable, viewer: Viewer, tokenId: string): Promise<EndedCreations>;
}
