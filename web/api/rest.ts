import type { components } from '../../client/api.ts';
import { createRest, type Problem } from '../../client/rest.ts';
import { common } from '../text/en/common.ts';
import type { Pagination } from './records.ts';
import { reword } from './reword.ts';

type Schemas = components['schemas'];

export type Failed = Problem;
export type Answered<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly pagination?: Pagination }
  | Failed;

let sessionEnded: () => void = () => {};

/** Called when the service replies that the session has ended. */
export const onSessionEnded = (listener: () => void): void => {
  sessionEnded = listener;
};

let reauthenticate: () => Promise<boolean> = async () => false;

/** Called when the service requires the password again; resolves to whether the user entered it. */
export const onReauthenticate = (listener: () => Promise<boolean>): void => {
  reauthenticate = listener;
};

/** Resolves to whether the user gave the password. */
export const askForPassword = (): Promise<boolean> => reauthenticate();

let limited: (retryAfter: number) => void = () => {};

/** Called when the service refuses a request because there were too many; with the seconds until it accepts them again. */
export const onLimited = (listener: typeof limited): void => {
  limited = listener;
};

/** The window of the limit that covers all requests; those of single actions, such as an export, are longer. */
const WINDOW_SECONDS = 60;

const noted = (problem: Problem): Promise<Problem> => {
  const { status, code, retryAfter = WINDOW_SECONDS } = problem;
  // A proxy's refusal has no code.
  const isOfAll = status === 429 && (code === 'RATE_LIMITED' || code === '');
  if (isOfAll && retryAfter <= WINDOW_SECONDS) limited(retryAfter);
  return reword(problem);
};

/** The API with the user's session: the browser sends the cookie. `api.get('/patients/{id}', { path: { id } })` */
export const api = createRest({
  url: location.origin,
  noAnswer: common.noAnswer,
  reword: noted,
  onSessionEnded: () => sessionEnded(),
  reauthenticate: () => reauthenticate(),
});

/** A form's values as a request body, unchecked: the service validates them, and the form shows its errors at the fields. */
export const filledIn = <Name extends keyof Schemas>(values: object): Schemas[Name] =>
  values as Schemas[Name];
