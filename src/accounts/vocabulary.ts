import type { Language } from '../platform/languages.ts';

/** docs/home.md, "The organisation". */
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

/** No session token has this form, so that the two are told apart without a look-up. */
const ACCESS_TOKEN = /^vgl_[A-Za-z0-9_-]{43}$/;

export const isAccessToken = (text: string): boolean => ACCESS_TOKEN.test(text);

/** A condition: the account is a service account that serves the patient. Takes SQL expressions. */
export const servesSql = (account: string, patient: string): string =>
  `EXISTS (SELECT FROM service_accounts sa WHERE sa.user_id = ${account} AND (sa.whole_organisation OR EXISTS (
     SELECT FROM service_account_wards sw JOIN users sp ON sp.ward_id = sw.ward_id
     WHERE sw.account_id = sa.user_id AND sp.id = ${patient})))`;

/** A subquery: the patients of the wards of a service account. Takes an SQL expression. */
export const patientsServedBy = (account: string): string =>
  `SELECT sp.id FROM users sp JOIN service_account_wards sw ON sw.ward_id = sp.ward_id WHERE sw.account_id = ${account}`;
