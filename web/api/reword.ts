import type { Problem } from '../../client/rest.ts';
import { errors } from '../text/en/errors.ts';
import { fieldErrors } from '../text/en/field-errors.ts';

const TEXTS: Readonly<Record<string, string | ((error: string) => string) | undefined>> = errors;
/** `details` of other errors are values, such as the name of the caregiver who has claimed a fall. */
const BAD_REQUEST = 400;

/** docs/home.md, "Languages": the service's errors are English; the console shows its own text for their code. */
export function reword(problem: Problem): Problem {
  const { status, code, error, details } = problem;
  const text = TEXTS[code] ?? error;
  return {
    ...problem,
    error: typeof text === 'string' ? text : text(error),
    details: status === BAD_REQUEST ? rewordedAll(details) : details,
  };
}

const rewordedAll = (details: Problem['details']): Problem['details'] =>
  Object.fromEntries(
    Object.entries(details).map(([field, message]) => [field, fieldErrors.reworded(message)]),
  );
