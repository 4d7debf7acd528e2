import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/app/config.ts';
import { JWT_SECRET } from '../helpers/app.ts';
import { inProject } from '../helpers/project.ts';

test('the settings of the worked examples are valid, and give a ward', () => {
  const page = readFileSync(inProject('docs', 'single-sign-on-examples.md'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'vigil-examples-'));
  const secret = join(folder, 'oidc-secret');
  writeFileSync(secret, 'a secret', { mode: 0o600 });
  const blocks = [...page.matchAll(/^```ini\n(.*?)^```/gms)].map(([, text = '']) => text);
  assert.equal(blocks.length, 2);
  for (const block of blocks) {
    const lines = block.trim().replace('/etc/vigil/oidc-secret', secret).split('\n');
    const settings = Object.fromEntries(
      lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
    );
    const config = readConfig({ NODE_ENV: 'test', JWT_SECRET, ...settings });
    assert.equal(config.oidcClientSecret, 'a secret');
    assert.match(config.oidcWardGroups[0] ?? '', /=Ward 1$/);
  }
  rmSync(folder, { recursive: true });
});

test('an issuer of Entra ID for all organisations is refused', () => {
  const read = (OIDC_ISSUER: string) => () =>
    readConfig({
      NODE_ENV: 'test',
      JWT_SECRET,
      OIDC_ISSUER,
      OIDC_CLIENT_ID: 'vigil',
      OIDC_CAREGIVER_GROUPS: 'nurses',
      PUBLIC_URL: 'https://vigil.example.org',
    });
  for (const tenant of ['common', 'organizations', 'Consumers'])
    assert.throws(
      read(`https://login.microsoftonline.com:443/${tenant}/v2.0`),
      /OIDC_ISSUER must name one tenant/,
    );
  read('https://login.microsoftonline.com/8a1f7c3e-0000-4000-8000-000000000001/v2.0')();
});
