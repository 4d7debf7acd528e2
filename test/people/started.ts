import { after } from 'node:test';
import { type Response, startTestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person } from '../helpers/people.ts';

/** The app of the test file that imports this, and its first admin: a test file is a process of its own. */
export const app = await startTestApp();
export const admin = await logInAsAdmin(app);
after(() => app.close());

export const as = (person: Person, method: string, path: string, body?: unknown): Promise<Response> =>
  app.call(method, path, { token: person.token, body });
