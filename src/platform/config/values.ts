import { NOT_IN_A_LINE } from '../schema/primitives.ts';
import { canonicalZone, isZone } from '../zone.ts';

/** Why a setting's value is refused, worded for the operator. */
export class InvalidValue extends Error {}

export const text = (value: string): string => value;

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidValue(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };

export const oneOf =
  <const Words extends readonly string[]>(words: Words) =>
  (value: string): Words[number] => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new InvalidValue(`must be one of ${words.join(', ')}`);
    return word;
  };

export const boolean = (value: string): boolean => oneOf(['true', 'false'])(value) === 'true';

/** Comma-separated. */
export const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** docs/home.md, "The organisation". */
export const MAX_ORGANISATION_NAME = 80;
export const MAX_RESPONSE_GOAL_MINUTES = 240;

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

/** docs/contract.md, "Rate limits": what the limit per minute counts. */
export const RATE_LIMIT_BY = ['address', 'session'] as const;
export type RateLimitBy = (typeof RATE_LIMIT_BY)[number];

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
