import { ADMIN, type Json, type TestApp } from './app.ts';

export const PASSWORD = 'Secret!123';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

let people = 0;

/** Signs up a new person. */
export async function signUp(
  app: Pick<TestApp, 'call'>,
  role: 'PATIENT' | 'CAREGIVER' = 'PATIENT',
  more: object = {},
): Promise<Person> {
  people += 1;
  const email = `person${people}@example.org`;
  const body = { email, password: PASSWORD, firstName: 'Pat', lastName: `Number${people}`, role, ...more };
  const answer = await app.call('POST', '/auth/signup', { body });
  if (answer.status !== 201)
    throw new Error(`signup answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return { id: answer.body.data.id, email: answer.body.data.email, token: answer.body.token };
}

export async function logIn(
  app: Pick<TestApp, 'call'>,
  credentials: { email: string; password: string },
): Promise<Json> {
  const answer = await app.call('POST', '/auth/login', { body: credentials });
  if (answer.status !== 200)
    throw new Error(`login answered ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export const logInAsAdmin = async (app: Pick<TestApp, 'call'>): Promise<Person> => {
  const { data, token } = await logIn(app, ADMIN);
  return { id: data.id, email: data.email, token };
};
