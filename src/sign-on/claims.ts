import { MAX_NAME_LENGTH } from '../accounts/vocabulary.ts';
import { email as emailSchema, NOT_IN_A_LINE } from '../platform/schema/primitives.ts';

/** Claims of an ID token and of userinfo, as the provider sends them: nothing about their types is certain. */
export type Claims = Readonly<Record<string, unknown>>;

/** docs/single-sign-on.md, "Linking": names and addresses. */
export interface ProvidedPerson {
  /** In lower case; undefined without one that could be an account's. */
  readonly email: string | undefined;
  /** A missing claim counts as not verified. */
  readonly isVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

const { pattern, maxLength } = emailSchema() as unknown as { pattern: string; maxLength: number };
const EMAIL = new RegExp(pattern, 'u');
const NOT_IN_A_NAME = new RegExp(`[${NOT_IN_A_LINE}]+`, 'gu');

const textIn = (claims: Claims, name: string): string => {
  const value = claims[name];
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value)
    ? value.replace(NOT_IN_A_NAME, ' ').trim()
    : '';
};

const nameOf = (text: string): string => [...text].slice(0, MAX_NAME_LENGTH).join('').trim();

/** ASCII alone: two addresses that look alike are never one account. */
function emailIn(claims: Claims): string | undefined {
  const { email } = claims;
  if (typeof email !== 'string' || email.length > maxLength) return undefined;
  return EMAIL.test(email) ? email.toLowerCase() : undefined;
}

/**
 * Entra ID never sends `email_verified`. Its `xms_edov` says that the owner of the domain has verified the address; it fills in
 * only where the other claim is missing.
 */
function isVerified({ email_verified: verified, xms_edov: byDomain }: Claims): boolean {
  if (verified === undefined) return [true, 'true', 1, '1'].includes(byDomain as string);
  return [true, 'true'].includes(verified as string);
}

const OF_AN_ADDRESS: ReadonlySet<string> = new Set(['email', 'email_verified', 'xms_edov']);

/**
 * Of the ID token, completed by userinfo. An address and whether it is verified are those of one of them: a provider that has
 * verified one address has not verified another.
 */
export function claimsOf(idToken: Claims, userInfo: Claims): Claims {
  const sources = [idToken, userInfo];
  const source = sources.find(saysWhetherVerified) ?? sources.find(hasAddress) ?? {};
  const isOfAddress = ([name]: readonly [string, unknown]) => OF_AN_ADDRESS.has(name);
  return Object.fromEntries([
    ...Object.entries({ ...userInfo, ...idToken }).filter((claim) => !isOfAddress(claim)),
    ...Object.entries(source).filter(isOfAddress),
  ]);
}

const hasAddress = ({ email }: Claims): boolean => email !== undefined;
const saysWhetherVerified = ({ email, email_verified: verified, xms_edov: byDomain }: Claims): boolean =>
  email !== undefined && (verified !== undefined || byDomain !== undefined);

export function personIn(claims: Claims): ProvidedPerson {
  const email = emailIn(claims);
  const words = textIn(claims, 'name').split(' ');
  const nick = textIn(claims, 'preferred_username') || (email?.split('@')[0] ?? '') || '?';
  return {
    email,
    isVerified: email !== undefined && isVerified(claims),
    firstName: nameOf(textIn(claims, 'given_name') || words.slice(0, -1).join(' ') || nick),
    lastName: nameOf(textIn(claims, 'family_name') || words.at(-1) || nick),
  };
}

/** Of a person or a session at the provider (OpenID Connect Core 1.0, 2: at most 255 characters), as a database can keep it. */
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value);

/** Undefined without the claim. A single group may come as a text. */
export function groupsIn(claims: Claims, claim: string): readonly string[] | undefined {
  if (!Object.hasOwn(claims, claim)) return undefined;
  const value = claims[claim];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((group) => typeof group === 'string') : [];
}

/**
 * The person is in more groups than the token holds, so it has none. Entra ID names another service for them (OpenID Connect
 * Core, 5.6.2), or says `hasgroups`.
 */
export function hasTooManyGroups(claims: Claims, claim: string): boolean {
  if (groupsIn(claims, claim) !== undefined) return false;
  const { _claim_names: elsewhere, hasgroups } = claims;
  const isNamed = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim);
  return isNamed || [true, 'true'].includes(hasgroups as string);
}

/** RFC 8176: what a person knows, and what they have or are. */
const KNOWN = new Set(['pwd', 'pin', 'kba']);
const HELD = new Set([
  'otp',
  'hwk',
  'swk',
  'sc',
  'sms',
  'tel',
  'fpt',
  'face',
  'iris',
  'retina',
  'vbm',
  'pop',
  'wia',
]);
const SECOND_FACTOR_CLASSES = new Set([
  'phr',
  'phrh',
  'https://refeds.org/profile/mfa',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
]);

/** Whether the provider says that the person has used a second factor. */
export function hasSecondFactor({ acr, amr }: Claims): boolean {
  const methods: readonly unknown[] = Array.isArray(amr) ? amr : [];
  const isOneOf = (set: ReadonlySet<string>) => methods.some((method) => set.has(String(method)));
  return (
    methods.includes('mfa') ||
    (isOneOf(KNOWN) && isOneOf(HELD)) ||
    (typeof acr === 'string' && SECOND_FACTOR_CLASSES.has(acr))
  );
}

/** When the person last entered something at the provider. */
export const authenticatedAt = ({ auth_time: seconds }: Claims): Date | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? new Date(seconds * 1000) : null;
