import { translatorOf } from '../service.ts';

/** Messages that are plain to a programmer only. */
const plainer = translatorOf({
  'must start with https://': 'Use an address that starts with https://',
  'must be a number with country code and no spaces, such as {}':
    'Enter the number with its country code, for example {}.',
  'must be a list of 1 to 7 weekdays, 1 (Monday) to 7 (Sunday)': 'Choose at least one day.',
  'must be { from, to } or { from, to, timeZone }, such as {}': 'Enter both times, or leave both empty.',
  'must be a list of different scopes, at least one: {}': 'Choose at least one.',
  'is not the code that was sent': 'This is not the code that was sent.',
});

/** Messages of the service about a field, which have no code. */
export const fieldErrors = {
  reworded: (message: string): string => plainer(message) ?? message,
} as const;
