import { InvalidValue } from '../platform/config/values.ts';
import { base64urlBytes } from './channels/web-push/vapid-key-pair.ts';

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

export const mailFrom = (value: string): string => {
  if (!/^(?:[^<>@,;\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value)) {
    throw new InvalidValue('must be one e-mail address, such as Vigil <vigil@example.org>');
  }
  return value;
};
