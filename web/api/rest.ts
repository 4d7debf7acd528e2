import type { components } from '../../client/api.ts';
import { createRest, type Problem } from '../../client/rest.ts';
import { common } from '../text/en/common.ts';
import type { Pagination } from './records.ts';

type Schemas = components['schemas'];

export type Failed = Problem;
export type Answered<Data> =
  | { readonly ok: true; readonly status: number; readonly data: Data; readonly pagination?: Pagination }
  | Failed;

let sessionEnded: () => void = () => {};

/** Told when an answer says that nobody is logged in any more. */
export const onSessionEnded = (listener: () => void): void => {
  sessionEnded = listener;
};

let reauthenticate: () => Promise<boolean> = async () => false;

/** Told when the service wants the password again; answers whether it was given. */
export const onReauthenticate = (listener: () => Promise<boolean>): void => {
  reauthenticate = listener;
};

/** The API, as whoever is logged in: the browser sends the cookie. `api.get('/patients/{id}', { path: { id } })` */
export const api = createRest({
  url: location.origin,
  noAnswer: common.noAnswer,
  onSessionEnded: () => sessionEnded(),
  reauthenticate: () => reauthenticate(),
});

/** What was filled in, as it is: what is missing or wrong in it the service says, and the form shows it at its field. */
export const filledIn = <Name extends keyof Schemas>(values: object): Schemas[Name] =>
  values as Schemas[Name];
