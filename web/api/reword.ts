import type { Problem } from '../../client/rest.ts';
import { common } from '../text/en/common.ts';
import { duration } from '../text/words.ts';

/** `details` of other errors are values, such as the name of the caregiver who has claimed a fall. */
const BAD_REQUEST = 400;
const TOO_MANY_REQUESTS = 429;
const MINUTE_SECONDS = 60;

/** Above a minute rounded up: nobody should try again too early. */
const wholeMinutesMs = (seconds: number): number =>
  1_000 * (seconds < MINUTE_SECONDS ? seconds : MINUTE_SECONDS * Math.ceil(seconds / MINUTE_SECONDS));

/** docs/home.md, "Languages": the service's errors are English; the console shows its own text for their code. */
export async function reword(problem: Problem): Promise<Problem> {
  const { status, code, error, details, retryAfter } = problem;
  const text = (await textOf(code)) ?? error;
  const worded = typeof text === 'string' ? text : text(error);
  return {
    ...problem,
    error:
      status === TOO_MANY_REQUESTS && retryAfter !== undefined
        ? common.tooMany(worded.replace(/\.$/, ''), duration(wholeMinutesMs(retryAfter)))
        : worded,
    details: status === BAD_REQUEST ? await rewordedAll(details) : details,
  };
}

type ErrorText = string | ((error: string) => string) | undefined;

/** Loaded with the first error, as most pages have none. Without a connection the service's words stay. */
async function textOf(code: string): Promise<ErrorText> {
  if (code === '') return undefined;
  const texts = await import('../text/en/errors.ts').catch(() => undefined);
  return (texts?.errors as Readonly<Record<string, ErrorText>> | undefined)?.[code];
}

/** The text for a code that came without words; undefined for one that has none. */
export async function textOfCode(code: string): Promise<string | undefined> {
  const texts = await import('../text/en/errors.ts').catch(() => undefined);
  if (texts === undefined || !Object.hasOwn(texts.errors, code)) return undefined;
  const text = await textOf(code);
  return typeof text === 'string' ? text : undefined;
}

/** Forms alone need these texts. */
async function rewordedAll(details: Problem['details']): Promise<Problem['details']> {
  const { fieldErrors } = await import('../text/en/field-errors.ts').catch(() => ({
    fieldErrors: undefined,
  }));
  if (fieldErrors === undefined) return details;
  return Object.fromEntries(
    Object.entries(details).map(([field, message]) => [field, fieldErrors.reworded(message)]),
  );
}
