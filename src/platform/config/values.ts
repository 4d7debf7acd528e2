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

/** Decimals allowed. */
export const number =
  (min: number, max: number) =>
  (value: string): number => {
    const parsed = Number(value);
    if (!/^\d+(\.\d+)?$/.test(value) || parsed < min || parsed > max)
      throw new InvalidValue(`must be a number from ${min} to ${max}`);
    return parsed;
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

/** docs/contract.md, "Rate limits": what the limit per minute counts. */
export const RATE_LIMIT_BY = ['address', 'session'] as const;
export type RateLimitBy = (typeof RATE_LIMIT_BY)[number];
