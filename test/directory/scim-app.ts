import assert from 'node:assert/strict';
import { callApi, type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { logIn, logInAsAdmin, type Person } from '../helpers/people.ts';

export const GROUPS = {
  OIDC_ADMIN_GROUPS: 'Vigil admins',
  OIDC_CAREGIVER_GROUPS: 'Nurses,Night nurses,0f1e-carers',
  OIDC_WARD_GROUPS: 'North team=North,South team=South',
};

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>;

export interface ScimApp {
  readonly app: TestApp;
  readonly admin: Person;
  readonly serviceId: string;
  readonly token: string;
  /** Calls a path below `/scim/v2` as the directory, and checks the media type. */
  readonly scim: Call;
  /** The body of a call that must succeed. */
  ok(...call: Parameters<Call>): Promise<Json>;
  as(token: string | undefined): Call;
  /** Creates a user and puts them into the groups of these names. */
  user(name: string, groups?: readonly string[], more?: object): Promise<Json>;
  /** The group of this name, created if need be. */
  group(name: string): Promise<Json>;
  patch(path: string, ...operations: unknown[]): Promise<Response>;
  account(id: string): Promise<Json>;
  /** A session of the account. */
  session(id: string): Promise<Person>;
  wards(): Promise<{ readonly north: string; readonly south: string }>;
  close(): Promise<void>;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A service account with the scope of directories. */
export async function createDirectory(
  app: Pick<TestApp, 'call'>,
  admin: Pick<Person, 'token'>,
  name = 'Directory',
): Promise<{ readonly id: string; readonly token: string }> {
  const answer = await app.call('POST', '/admin/service-accounts', {
    token: admin.token,
    body: { name, scopes: ['directory'] },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

/** Calls below `/scim/v2` of a service. */
export const scimOf =
  ({ url }: Pick<TestApp, 'url'>, token: string | undefined): Call =>
  async (method, path, body, headers = {}) => {
    const answer = await callApi(url.replace(/\/api$/, '/scim/v2'), method, path, {
      token,
      body,
      headers: { 'Content-Type': 'application/scim+json', ...headers },
    });
    assert.ok(
      answer.status < 500 || answer.status === 503,
      `${method} ${path}: ${JSON.stringify(answer.body)}`,
    );
    if (answer.body === undefined) return answer;
    assert.equal(
      answer.headers.get('content-type'),
      'application/scim+json; charset=utf-8',
      `${method} ${path}`,
    );
    const parsed: Json = typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body;
    if (answer.status >= 400) {
      assert.deepEqual(parsed.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
      assert.equal(parsed.status, String(answer.status));
      assert.equal(typeof parsed.detail, 'string');
    }
    return { ...answer, body: parsed };
  };

export async function startScimApp(env: Readonly<Record<string, string>> = {}): Promise<ScimApp> {
  const app = await startTestApp({ ...GROUPS, ...env });
  const admin = await logInAsAdmin(app);
  const { id: serviceId, token } = await createDirectory(app, admin);
  const as = (by: string | undefined) => scimOf(app, by);
  const scim = as(token);
  let madeWards: { north: string; south: string } | undefined;

  async function ok(...call: Parameters<Call>): Promise<Json> {
    const { status, body } = await scim(...call);
    assert.ok(status < 300, `${call[0]} ${call[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  async function group(name: string): Promise<Json> {
    const found = await ok('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${name}"`)}`);
    return found.Resources[0] ?? ok('POST', '/Groups', { schemas: [GROUP], displayName: name });
  }

  const patch = (path: string, ...operations: unknown[]) =>
    scim('PATCH', path, { schemas: [PATCH_OP], Operations: operations });

  return {
    app,
    admin,
    serviceId,
    token,
    scim,
    ok,
    as,
    group,
    patch,
    async user(name, groups = [], more = {}) {
      const user = await ok('POST', '/Users', {
        schemas: [USER],
        userName: `${name}@directory.example`,
        name: { givenName: name, familyName: 'Berg' },
        active: true,
        ...more,
      });
      for (const one of groups) {
        const { id } = await group(one);
        const { status } = await patch(`/Groups/${id}`, {
          op: 'add',
          path: 'members',
          value: [{ value: user.id }],
        });
        assert.equal(status, 204);
      }
      return user;
    },
    async account(id) {
      return (await app.call('GET', `/admin/users/${id}`, { token: admin.token })).body.data;
    },
    async session(id) {
      const reset = await app.call('POST', `/admin/users/${id}/password-reset`, { token: admin.token });
      const { email } = (await app.call('GET', `/admin/users/${id}`, { token: admin.token })).body.data;
      const { token: own } = await logIn(app, { email, password: reset.body.data.temporaryPassword });
      return { id, email, token: own };
    },
    async wards() {
      const make = async (name: string): Promise<string> =>
        (await app.call('POST', '/wards', { token: admin.token, body: { name } })).body.data.id;
      madeWards ??= { north: await make('North'), south: await make('South') };
      return madeWards;
    },
    close: () => app.close(),
  };
}
