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
