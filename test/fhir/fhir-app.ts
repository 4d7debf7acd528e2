import assert from 'node:assert/strict';
import { Fhir } from 'fhir';
import { callApi, type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import type { Person } from '../helpers/people.ts';

const validator = new Fhir();

/** Checks a resource, and every resource in a bundle, against the official structure of FHIR R4. */
export function assertValid(resource: Json): void {
  const { messages } = validator.validate(resource, { errorOnUnexpected: true });
  const wrong = messages.filter(({ severity }) => severity === 'error' || severity === 'fatal');
  assert.deepEqual(wrong, [], JSON.stringify(resource, null, 2));
  assertNoEmpty(resource);
  for (const { resource: inner } of resource.entry ?? []) if (inner !== undefined) assertValid(inner);
}

/** http://hl7.org/fhir/R4/json.html: no null, no empty string, no empty list or object. The validator accepts them. */
function assertNoEmpty(value: Json, place = 'resource'): void {
  assert.ok(value !== null && value !== '', `${place} is empty`);
  if (typeof value !== 'object') return;
  const inner = Object.entries(value);
  assert.ok(inner.length > 0, `${place} is empty`);
  for (const [name, one] of inner) assertNoEmpty(one, `${place}.${name}`);
}

export interface FhirApp {
  readonly app: TestApp;
  /** `<PUBLIC_URL>/fhir`, as in references and links. */
  readonly base: string;
  /** Calls a path below `/fhir`, parses the answer and checks its structure. */
  call(
    who: Pick<Person, 'token'> | undefined,
    path: string,
    options?: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response>;
  /** The resource of a read that succeeds. */
  read(who: Pick<Person, 'token'>, path: string): Promise<Json>;
  /** All resources of a search, over all its pages. */
  search(who: Pick<Person, 'token'>, path: string): Promise<Json[]>;
  close(): Promise<void>;
}

export async function startFhirApp(env: Readonly<Record<string, string>> = {}): Promise<FhirApp> {
  const app = await startTestApp(env);
  const base = `http://localhost:${app.app.ports.http}/fhir`;
  const url = app.url.replace(/\/api$/, '/fhir');

  async function call(
    who: Pick<Person, 'token'> | undefined,
    path: string,
    { method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> {
    const answer = await callApi(url, method, path, { token: who?.token, headers });
    assert.equal(answer.headers.get('content-type'), 'application/fhir+json; charset=utf-8', `${path}`);
    const body = typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body;
    if (body !== undefined) assertValid(body);
    if (answer.status >= 400 && body !== undefined) assert.equal(body.resourceType, 'OperationOutcome');
    return { ...answer, body };
  }

  async function read(who: Pick<Person, 'token'>, path: string): Promise<Json> {
    const { status, body } = await call(who, path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  return {
    app,
    base,
    call,
    read,
    async search(who, path) {
      const found: Json[] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const bundle: Json = await read(who, next);
        assert.equal(bundle.type, 'searchset');
        const matches = (bundle.entry ?? []).filter(({ search }: Json) => search.mode === 'match');
        for (const { fullUrl, resource } of matches)
          assert.equal(fullUrl, `${base}/${resource.resourceType}/${resource.id}`);
        found.push(...matches.map(({ resource }: Json) => resource));
        next = linkOf(bundle, 'next')?.replace(base, '');
      }
      return found;
    },
    close: () => app.close(),
  };
}

export const linkOf = ({ link }: Json, relation: string): string | undefined =>
  link.find((one: Json) => one.relation === relation)?.url;

/** The value of an Observation's component. */
export const componentOf = ({ component }: Json, code: string): Json => {
  const found = component.find((one: Json) => one.code.coding[0].code === code);
  return found?.valueQuantity?.value ?? found?.valueCodeableConcept?.coding[0].code;
};
