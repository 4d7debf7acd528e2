import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseEnv, promisify } from 'node:util';
import { readConfig } from '../../src/app/config.ts';
import { inProject } from '../helpers/project.ts';

const run = promisify(execFile);
const inAddOn = (file: string): string => inProject('deploy/home-assistant', file);

interface AddOn {
  readonly version: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly schema: Readonly<Record<string, string>>;
  readonly ports: Readonly<Record<string, number | null>>;
}

interface Translation {
  readonly configuration: Readonly<Record<string, { readonly name: string }>>;
  readonly network: Readonly<Record<string, string>>;
}

function yaml<T>(file: string): T {
  const script = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';
  return JSON.parse(execFileSync('python3', ['-c', script, inAddOn(file)], { encoding: 'utf8' }));
}

const keys = (record: object): string[] => Object.keys(record).sort();

describe('the add-on for Home Assistant', () => {
  const addOn = yaml<AddOn>('config.yaml');

  it('has the version of Vigil, and installs the package of that version', () => {
    const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    assert.equal(addOn.version, version);
    assert.ok(readFileSync(inAddOn('Dockerfile'), 'utf8').includes(`vigil_${version}_`));
  });

  it('names every option and every port in both languages', () => {
    assert.deepEqual(keys(addOn.options), keys(addOn.schema));
    for (const language of ['en', 'de']) {
      const { configuration, network } = yaml<Translation>(`translations/${language}.yaml`);
      assert.deepEqual(keys(configuration), keys(addOn.schema), language);
      assert.deepEqual(keys(network), keys(addOn.ports), language);
    }
  });

  describe('turns its options into settings', () => {
    const options = { ...addOn.options, admin_email: 'lead@example.org', admin_password: `Se#cret!"1$'` };
    let folder: string;
    let supervisor: Server;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vigil-add-on-'));
      writeFileSync(join(folder, 'jwt_secret'), 'j'.repeat(32));
      writeFileSync(join(folder, 'secrets_key'), Buffer.alloc(32).toString('base64'));
      supervisor = createServer((request, response) => {
        const isKnown = request.headers.authorization === 'Bearer token-of-the-supervisor';
        const data = {
          host: 'core-mosquitto',
          port: 1883,
          ssl: false,
          username: 'addons',
          password: 'p@ss/#',
        };
        response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ result: 'ok', data }));
      }).listen(0, '127.0.0.1');
      await once(supervisor, 'listening');
    });
    after(() => {
      supervisor.close();
      rmSync(folder, { recursive: true });
    });

    async function configOf(chosen: object, token = 'token-of-the-supervisor') {
      const file = join(folder, `${randomUUID()}.json`);
      writeFileSync(file, JSON.stringify(chosen));
      const { port } = supervisor.address() as AddressInfo;
      const { stdout } = await run(process.execPath, [inAddOn('settings.mjs'), file, folder], {
        env: {
          TZ: 'Europe/Berlin',
          SUPERVISOR_TOKEN: token,
          SUPERVISOR_MQTT_URL: `http://127.0.0.1:${port}/services/mqtt`,
        },
      });
      return readConfig(parseEnv(stdout));
    }

    it('with the first admin, closed signup, the time zone of Home Assistant and its broker', async () => {
      const config = await configOf(options);
      assert.equal(config.adminEmail, 'lead@example.org');
      assert.equal(config.adminPassword, options.admin_password);
      assert.deepEqual(config.signupRoles, []);
      assert.equal(config.caregiversSee, 'team');
      assert.equal(config.timeZone, 'Europe/Berlin');
      assert.equal(config.homeBrokerUrl, 'mqtt://addons:p%40ss%2F%23@core-mosquitto:1883');
    });

    it('without the broker if there is none, or if nobody asked for it', async () => {
      assert.equal((await configOf(options, 'a wrong token')).homeBrokerUrl, undefined);
      assert.equal((await configOf({ ...options, show_in_home_assistant: false })).homeBrokerUrl, undefined);
    });
  });
});
