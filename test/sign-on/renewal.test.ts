import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it, mock } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../helpers/forged-provider.ts';
import { pause } from '../helpers/quiet.ts';
import { sql } from '../helpers/sql.ts';
import { logInForged } from './forged-login.ts';
import { SIGN_ON } from './sign-on.ts';

const REFRESH_MS = 900_000;

describe('a renewal at the provider', () => {
  let app: TestApp;
  let provider: ForgedProvider;
  /** Each works once. */
  const refreshTokens = new Set<string>();
  /** Of the ID token of a renewal; undefined for none. */
  let renewed: ForgedClaims | undefined;
  before(async () => {
    provider = await startForgedProvider();
    provider.given = (idToken) => {
      const refreshToken = randomUUID();
      refreshTokens.add(refreshToken);
      return {
        access_token: 'access',
        token_type: 'Bearer',
        refresh_token: refreshToken,
        ...(idToken && { id_token: idToken }),
      };
    };
    provider.tokens = (form) => {
      if (form.get('grant_type') !== 'refresh_token') return undefined;
      return (async () => {
        if (!refreshTokens.delete(form.get('refresh_token') ?? ''))
          return { status: 400, body: { error: 'invalid_grant' } };
        const idToken =
          renewed && (await provider.sign({ ...provider.claims(''), nonce: undefined, ...renewed }));
        return { status: 200, body: provider.given(idToken ?? '') };
      })();
    };
    app = await startTestApp({ ...SIGN_ON, OIDC_ISSUER: provider.issuer });
  });
  after(async () => {
    await app.close();
    await provider.close();
  });

  const statusOf = async (token: string | undefined) => (await app.call('GET', '/me', { token })).status;

  it('keeps the new tokens although userinfo does not answer, and asks again', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = { groups: undefined };
    provider.silent.add('/userinfo');
    await app.pass(REFRESH_MS);
    provider.silent.clear();
    assert.equal(await statusOf(token), 200);
    provider.userInfo = { sub: 'rosa', groups: ['nurses'] };
    await app.pass(REFRESH_MS);
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200);
  });

  it('keeps the new tokens although the keys cannot be had', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = {};
    const now = Date.now;
    // The keys that are known count for five minutes.
    mock.method(Date, 'now', () => now() + 301_000);
    provider.silent.add('/keys');
    await app.pass(REFRESH_MS);
    mock.restoreAll();
    provider.silent.clear();
    assert.equal(await statusOf(token), 200);
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200);
  });

  it('waits for a slow provider, which has used up the refresh token', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = {};
    const { tokens } = provider;
    provider.tokens = async (form) => {
      const answer = await tokens?.(form);
      // Longer than a person waits for a login.
      await pause(5_000);
      return answer as NonNullable<typeof answer>;
    };
    await app.pass(REFRESH_MS);
    provider.tokens = tokens;
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200);
  });

  it('that fails in the service does not keep the other sessions from theirs', async () => {
    const sessions = [];
    for (let person = 0; person < 7; person++) {
      const claims = { sub: `p${person}`, email: `p${person}@example.org` };
      sessions.push((await logInForged(app, provider, claims)).token);
    }
    const tokens = provider.tokens;
    provider.tokens = async () => ({ status: 400, body: { error: 'invalid_grant' } });
    const { databaseUrl } = app;
    await sql(
      databaseUrl,
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'fails'; END $$`,
    );
    const [first] = await sql(
      databaseUrl,
      'SELECT session_id AS id FROM oidc_sessions ORDER BY due_at LIMIT 1',
    );
    await sql(databaseUrl, `UPDATE oidc_sessions SET due_at = '2000-01-01' WHERE session_id = $1`, [
      first.id,
    ]);
    await sql(
      databaseUrl,
      `CREATE TRIGGER fail BEFORE UPDATE OF revoked_at ON sessions FOR EACH ROW
       WHEN (OLD.id = '${first.id}') EXECUTE FUNCTION fail()`,
    );
    await app.pass(REFRESH_MS);
    provider.tokens = tokens;
    await sql(databaseUrl, 'DROP FUNCTION fail CASCADE');
    const answers = await Promise.all(sessions.map(statusOf));
    assert.ok(answers.filter((status) => status === 200).length <= 1, answers.join());
  });

  it('goes on without an ID token where userinfo names the groups', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = undefined;
    provider.userInfo = { sub: 'rosa', groups: ['nurses'] };
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200);
    provider.userInfo = { sub: 'rosa', groups: [] };
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 401);
  });

  it('that brings the tokens of another person ends the session', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = { sub: 'boss', groups: ['admins'] };
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 401);
  });

  it('does not believe an ID token that the provider has not signed', async () => {
    const { token } = await logInForged(app, provider, {});
    renewed = { iss: 'https://other.example.org', groups: ['admins'] };
    await app.pass(REFRESH_MS);
    assert.equal((await app.call('GET', '/me', { token })).body.data?.role ?? 'ended', 'CAREGIVER');
  });

  it('says that the person has too many groups for a token: the session keeps its role, and the next login is refused', async () => {
    const person = { sub: 'mona', email: 'mona@example.org' };
    const { token } = await logInForged(app, provider, person);
    renewed = { ...person, groups: undefined, _claim_names: { groups: 'src1' } };
    provider.userInfo = { sub: 'mona' };
    await app.pass(REFRESH_MS);
    assert.equal((await app.call('GET', '/me', { token })).body.data.role, 'CAREGIVER');
    const next = await logInForged(app, provider, renewed);
    assert.equal(next.location, '/login?error=OIDC_TOO_MANY_GROUPS');
    assert.equal(await statusOf(token), 200, 'nobody is thrown out');
    provider.userInfo = { sub: 'new' };
    const stranger = await logInForged(app, provider, { ...renewed, sub: 'new', email: 'new@example.org' });
    assert.equal(stranger.location, '/login?error=OIDC_TOO_MANY_GROUPS');
    provider.userInfo = { sub: 'mona' };
    renewed = { ...person, groups: [] };
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 401);
  });

  it('that is refused as an invalid request ends the session, as LemonLDAP::NG means it', async () => {
    const { token } = await logInForged(app, provider, {});
    const { tokens } = provider;
    provider.tokens = async () => ({ status: 400, body: { error: 'invalid_request' } });
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 401);
    provider.tokens = tokens;
  });

  it('goes on while the provider has an error of its own', async () => {
    const { token } = await logInForged(app, provider, {});
    const { tokens } = provider;
    provider.tokens = async () => ({ status: 503, body: { error: 'temporarily_unavailable' } });
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200);
    provider.tokens = async () => ({ status: 401, body: { error: 'invalid_client' } });
    await app.pass(REFRESH_MS);
    assert.equal(await statusOf(token), 200, 'says nothing about the person');
    provider.tokens = tokens;
  });
});
