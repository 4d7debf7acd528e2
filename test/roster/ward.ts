import assert from 'node:assert/strict';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';

const HOUR_MS = 3_600_000;

/** Starts an app in Berlin whose clock shows this instant. */
export async function startAt(instant: string, env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const ahead = Date.parse(instant) - Date.now();
  return startTestApp(
    { TIME_ZONE: 'Europe/Berlin', SESSION_DURATION: '8760h', ...env },
    { now: () => Date.now() + ahead },
  );
}

/** A ward with a lead and two caregivers, and calls about its roster. */
export async function openWard(app: TestApp, name = 'Ward 1') {
  const admin = await logInAsAdmin(app);
  const ok = async (method: string, path: string, person: Person, body?: unknown): Promise<Json> => {
    const answer = await app.call(method, path, { token: person.token, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  const { id } = await ok('POST', '/wards', admin, { name });
  const member = async (firstName: string, terms: object = {}): Promise<Person> => {
    const person = await signUp(app, 'CAREGIVER', { firstName, lastName: name });
    await ok('PUT', `/wards/${id}/caregivers/${person.id}`, admin, terms);
    return person;
  };
  const lead = await member('Lea', { lead: true });
  const ann = await member('Ann');
  const ben = await member('Ben');
  const path = `/wards/${id}`;
  return {
    id,
    path,
    admin,
    lead,
    ann,
    ben,
    ok,
    member,
    roster: (shifts: readonly object[]): Promise<Json> => ok('PUT', `${path}/roster`, lead, { shifts }),
    calendar: (from: string, to = from): Promise<Json[]> =>
      ok('GET', `${path}/calendar?from=${from}&to=${to}`, ann),
    onDuty: async (): Promise<string[]> =>
      (await ok('GET', '/caregivers/on-duty', admin)).map(({ name, via }: Json) => `${name} ${via}`),
    call: (method: string, rest: string, person: Person, body?: unknown) =>
      app.call(method, path + rest, { token: person.token, body }),
    /** Passes time in steps, as a running service sees it. */
    hours: (hours: number) => app.pass(hours * HOUR_MS),
  };
}

export type TestWard = Awaited<ReturnType<typeof openWard>>;

/** Every day from 22:00 to 06:00. */
export const night = (caregivers: readonly Person[], more: object = {}) => ({
  name: 'Night',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  start: '22:00',
  end: '06:00',
  caregivers: caregivers.map(({ id }) => id),
  from: '2026-11-01',
  ...more,
});
