import { InvalidValue, list } from '../platform/config/values.ts';
import { NOT_IN_A_LINE } from '../platform/schema/primitives.ts';
import { SECRETS_KEY_BYTES } from '../platform/secret-box.ts';
import { canonicalZone, isZone } from '../platform/zone.ts';
import { brokenPasswordRule } from './passwords/password-rule.ts';
import { MAX_ORGANISATION_NAME } from './vocabulary.ts';

export const JWT_SECRET_MIN_LENGTH = 32;

export const jwtSecret = (value: string): string => {
  if (value.length < JWT_SECRET_MIN_LENGTH)
    throw new InvalidValue(`must have at least ${JWT_SECRET_MIN_LENGTH} characters`);
  return value;
};

export const password = (value: string): string => {
  const broken = brokenPasswordRule(value);
  if (broken !== undefined) throw new InvalidValue(broken);
  return value;
};

/** 32 bytes in base64 or base64url, with padding or without. */
export const secretsKey = (value: string): Buffer => {
  const key = Buffer.from(value, 'base64');
  const isWhole =
    key.toString('base64url') === value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (!isWhole || key.length !== SECRETS_KEY_BYTES)
    throw new InvalidValue(`must be ${SECRETS_KEY_BYTES} bytes as base64 (\`openssl rand -base64 32\`)`);
  return key;
};

const NOT_IN_A_NAME = new RegExp(`[${NOT_IN_A_LINE}]`, 'u');

export const organisationName = (value: string): string => {
  if ([...value].length > MAX_ORGANISATION_NAME || NOT_IN_A_NAME.test(value))
    throw new InvalidValue(`must be one line of 1 to ${MAX_ORGANISATION_NAME} characters`);
  return value;
};

export const timeZone = (value: string): string => {
  if (!isZone(value))
    throw new InvalidValue(`must be an IANA time zone such as Europe/Berlin; got "${value}"`);
  return canonicalZone(value);
};

export const SIGNUP_ROLES = ['PATIENT', 'CAREGIVER'] as const;
export type SignupRole = (typeof SIGNUP_ROLES)[number];

export const signupRoles = (value: string): readonly SignupRole[] => {
  if (value.toLowerCase() === 'none') return [];
  const roles = list(value).map((role) => SIGNUP_ROLES.find((open) => open === role.toUpperCase()));
  const open = SIGNUP_ROLES.filter((role) => roles.includes(role));
  if (open.length === 0 || roles.includes(undefined))
    throw new InvalidValue(`must be ${SIGNUP_ROLES.join(',')}, one of the two, or none`);
  return open;
};

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const TEN_YEARS_S = 10 * 365 * 86_400;

/** `24h`, `30m`, `900s`, or a bare number of hours. */
export const durationSeconds = (value: string): number => {
  const match = /^(\d+)([smhd]?)$/.exec(value);
  const seconds = match ? Number(match[1]) * (DURATION_UNITS[match[2] || 'h'] ?? 0) : 0;
  if (seconds < 1 || seconds > TEN_YEARS_S) {
    throw new InvalidValue('must be a duration such as 24h, 30m, 900s, or a number of hours');
  }
  return seconds;
};
