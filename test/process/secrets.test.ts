import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { callApi } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { killAll, startVigil, stop } from './child.ts';

const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };

describe('SECRETS_KEY', () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'vigil-process-')));
  });
  afterEach(killAll);
  after(() => rm(folder, { recursive: true, force: true }));

  async function run(env: Record<string, string>, ...args: string[]) {
    const command = startVigil({ DATA_DIR: join(folder, 'data'), ...env }, args);
    const { code } = await command.exited;
    const stdout = command.stdout().replace(/^Database: embedded PostgreSQL in \S+\n/, '');
    return { code, output: stdout + command.stderr() };
  }

  it('ends the start with one line when it is invalid', async () => {
    const { code, output } = await run({ SECRETS_KEY: 'not a key' });
    assert.equal(code, 1);
    assert.match(output, /SECRETS_KEY must be 32 bytes as base64/);
    assert.doesNotMatch(output, /not a key|^\s+at /m);
  });

  it('is replaced by rotate-secrets beside the running service, which needs the new key afterwards', async () => {
    const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' };
    const [key, wrong] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
    const first = startVigil(env);
    const url = await first.started;
    const { token } = (await callApi(url, 'POST', '/auth/signup', { body: ADA })).body;
    const offered = await callApi(url, 'POST', '/profile/totp', { token });
    const secret = fromBase32(offered.body.data.secret);
    const confirm = async (): Promise<number> => {
      const code = totpCode(secret, stepAt(Date.now()) - 1);
      return (await callApi(url, 'POST', '/profile/totp/confirm', { token, body: { code } })).status;
    };
    // If the step ends on the way, its code is too old.
    assert.ok((await confirm()) === 200 || (await confirm()) === 200);
    const rotated = await run({ SECRETS_KEY: key }, '--rotate-secrets');
    assert.deepEqual(
      [rotated.code, rotated.output],
      [0, 'Secrets: 1 encrypted with the present key now, 0 already.\n'],
    );
    await stop(first);

    const mistaken = await run({ SECRETS_KEY: wrong }, '--rotate-secrets');
    assert.equal(mistaken.code, 1);
    assert.match(
      mistaken.output,
      /^Not every secret is encrypted with the present key: 1 could not be decrypted [^\n]*OLD_SECRETS_KEY[^\n]*\n$/,
    );
    const again = startVigil({ ...env, SECRETS_KEY: wrong });
    const logIn = async (at: string, steps = 0) =>
      (
        await callApi(at, 'POST', '/auth/login', {
          body: { ...ADA, totp: totpCode(secret, stepAt(Date.now()) + steps) },
        })
      ).status;
    assert.equal(await logIn(await again.started), 503);
    assert.match(again.stdout(), /"msg":"secrets: some cannot be decrypted[^"]*OLD_SECRETS_KEY/);
    await stop(again);

    const right = startVigil({ ...env, SECRETS_KEY: key });
    assert.equal(await logIn(await right.started), 200);
    assert.doesNotMatch(right.stdout(), /secrets: some/);
    await stop(right);
  });
});
