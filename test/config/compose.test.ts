import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { SETTINGS } from '../../src/app/config.ts';
import { inProject } from '../helpers/project.ts';

/** As scripts/check-delivery.mjs reads it: no package of this repository parses YAML. */
const READ = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';

describe('docker-compose.yml', () => {
  const compose = JSON.parse(
    execFileSync('python3', ['-c', READ, inProject('docker-compose.yml')], { encoding: 'utf8' }),
  );
  const environment: Readonly<Record<string, string | null>> = compose.services.vigil.environment;
  const fixed: Readonly<Record<string, string>> = compose['x-fixed-settings'];
  /** Without a value, Compose takes it from .env or its own environment. */
  const isPassed = (name: string): boolean =>
    environment[name] === null || environment[name]?.startsWith(`\${${name}:`) === true;

  it('passes every setting of .env on, or says why not', () => {
    const names = SETTINGS.map(({ env }) => env);
    assert.deepEqual(
      names.filter((name) => isPassed(name) === Object.hasOwn(fixed, name)),
      [],
      'put these into the environment of the container, or into x-fixed-settings',
    );
    for (const [name, reason] of Object.entries(fixed)) {
      assert.ok(names.includes(name), `${name} is no setting`);
      assert.ok(reason.length > 10, `${name}: ${reason}`);
    }
  });

  it('passes nothing on that Vigil does not know', () => {
    const known = new Set(SETTINGS.flatMap(({ env, secret }) => (secret ? [env, `${env}_FILE`] : [env])));
    assert.deepEqual(
      Object.keys(environment).filter((name) => !known.has(name)),
      [],
    );
  });
});
