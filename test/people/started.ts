import { after } from 'node:test';
import { type Response, startTestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';

/** An app and its first admin, shared by the test files of a process; each uses its own people. */
export const app = await startTestApp({ ALLOW_PRIVATE_TARGETS: 'true' });
export const admin = await logInAsAdmin(app);
after(() => app.close());

export const as = (person: Person, method: string, path: string, body?: unknown): Promise<Response> =>
  app.call(method, path, { token: person.token, body });
