import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { pino } from 'pino';
import { startTestApp } from '../helpers/app.ts';
import { Browser } from '../helpers/browser.ts';
import { startForgedProvider } from '../helpers/forged-provider.ts';
import { logInForged } from './forged-login.ts';
import { SIGN_ON } from './sign-on.ts';

const REFRESH_MS = 900_000;

test('No line of the log has a token, a code, a claim or the secret of the client, whatever the provider answers', async () => {
  const lines: string[] = [];
  const stream = new PassThrough().setEncoding('utf8').on('data', (line: string) => lines.push(line));
  const provider = await startForgedProvider();
  const app = await startTestApp(
    { ...SIGN_ON, OIDC_ISSUER: provider.issuer, LOG_LEVEL: 'debug' },
    { log: pino({ level: 'trace' }, stream) },
  );
  const secret = { refresh_token: 'REFRESH-SECRET', access_token: 'ACCESS-SECRET', token_type: 'Bearer' };
  const { given } = provider;
  provider.given = (idToken) => ({ ...given(idToken), ...secret });
  const junk = [
    { status: 200, body: { ...secret, id_token: 'ID-SECRET.x.y' } },
    { status: 200, body: { ...secret, token_type: 'TYPE-SECRET' } },
    { status: 400, body: { error: 'ERROR-SECRET', error_description: 'DESCRIPTION-SECRET' } },
    { status: 500, body: { error: 'server_error', error_description: 'DESCRIPTION-SECRET' } },
  ];
  const wrong = {
    iss: 'https://ISSUER-SECRET.example.org',
    email: 'CLAIM-SECRET@example.org',
    groups: ['GROUP-SECRET'],
  };
  const { token } = await logInForged(app, provider, {});
  assert.notEqual(token, undefined);
  for (const answer of [...junk, undefined]) {
    provider.tokens =
      answer === undefined
        ? async () => ({
            status: 200,
            body: { ...secret, id_token: await provider.sign(provider.claims('', wrong)) },
          })
        : async () => answer;
    await app.pass(REFRESH_MS);
    await logInForged(app, provider, wrong);
  }
  const browser = new Browser();
  const login = await browser.get(`${app.url}/auth/oidc/login`);
  const state = new URL(login.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const query = {
    state,
    code: 'CODE-SECRET',
    error: 'server_error',
    error_description: 'DESCRIPTION-SECRET',
  };
  await browser.get(
    `${app.url}/auth/oidc/callback?${new URLSearchParams({ ...query, iss: provider.issuer })}`,
  );
  await app.close();
  await provider.close();
  const text = lines.join('');
  assert.match(text, /single sign-on/, 'something is said');
  assert.doesNotMatch(text, /[A-Z]+-SECRET/);
  assert.ok(!text.includes(SIGN_ON.OIDC_CLIENT_SECRET) && !text.includes(state));
});
