import { readFileSync } from 'node:fs';
import { SECRETS_KEY_BYTES } from '../secret-box.ts';
import { base64urlBytes } from '../vapid-key-pair.ts';
import { brokenPasswordRule } from './password-rule.ts';
import { InvalidValue } from './values.ts';

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

/** The path of a readable file. */
export const readable = (value: string): string => {
  try {
    readFileSync(value);
    return value;
  } catch {
    throw new InvalidValue(`cannot read ${value}`);
  }
};

export const base64url =
  (bytes: number) =>
  (value: string): string => {
    if (base64urlBytes(value, bytes) === undefined)
      throw new InvalidValue(`must be ${bytes} bytes as base64url`);
    return value;
  };

export const vapidSubject = (value: string): string => {
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value)) {
    throw new InvalidValue('must be mailto: with an address, or a URL that starts with https://');
  }
  return value;
};
