import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { stepAt, totpCode } from '../../src/accounts/second-factor/totp.ts';
import { callApi, type Json } from '../helpers/app.ts';
import { fromBase32 } from '../helpers/base32.ts';
import { pause } from '../helpers/quiet.ts';
import { resting, severe } from '../helpers/readings.ts';
import { join as joinBroker } from '../mqtt/clients.ts';
import { killAll, postgresIn, startVigil, stop, type Vigil } from './child.ts';

const ADA = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Jones' };
const MAC = 'AA:BB:CC:DD:EE:01';
const TOPIC = `devices/${MAC}/readings`;

describe('npm run backup and restore', () => {
  let folder: string;
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'vigil-process-')));
  });
  afterEach(killAll);
  after(() => rm(folder, { recursive: true, force: true }));

  const serve = (dataDir: string): Vigil =>
    startVigil({
      DATA_DIR: join(folder, dataDir),
      STREAM_INTERVAL_MS: '0',
      RATE_LIMIT_GLOBAL: '0',
      // Its resident and reading would be counted in one backup and not in the next.
      PATH_TEST_MINUTES: '0',
    });

  async function run(dataDir: string, ...args: string[]): Promise<{ code: number | null; output: string }> {
    const command = startVigil({ DATA_DIR: join(folder, dataDir) }, args);
    const { code } = await command.exited;
    return { code, output: command.stdout() + command.stderr() };
  }

  const brokerOf = (vigil: Vigil) => ({
    app: { ports: { mqtt: Number(/"mqtt":(\d+)/.exec(vigil.stdout())?.[1]) } },
  });

  it('back up while readings arrive, and a service on the restored data has people, tokens, readings and falls', async () => {
    const file = join(folder, 'vigil.backup');
    const vigil = serve('first');
    const url = await vigil.started;
    const account = (await callApi(url, 'POST', '/auth/signup', { body: ADA })).body;
    const { token } = account;
    const offered = await callApi(url, 'POST', '/profile/totp', { token });
    const secret = fromBase32(offered.body.data.secret);
    const codeNow = () => totpCode(secret, stepAt(Date.now()));
    const confirmation = { token, body: { code: codeNow() } };
    const confirmed = await callApi(url, 'POST', '/profile/totp/confirm', confirmation);
    const [recoveryCode] = confirmed.body.data.recoveryCodes;
    const device = (
      await callApi(url, 'POST', `/patients/${account.data.id}/devices`, { token, body: { macAddress: MAC } })
    ).body.data;
    const wearable = await joinBroker(brokerOf(vigil), { username: MAC, password: device.token });
    let acknowledged = 0;
    const publish = async (reading: object) => {
      await wearable.publishAsync(TOPIC, JSON.stringify(reading), { qos: 1 });
      acknowledged += 1;
    };
    await publish(severe(MAC));
    let publishing = true;
    const published = (async () => {
      for (let n = 1; publishing; n++) {
        await publish(resting(MAC, { uptime_ms: n * 1000 }));
        await pause(2);
      }
    })();
    const atStart = acknowledged;
    const { code, output } = await run('first', '--backup', file);
    const atEnd = acknowledged;
    publishing = false;
    await published;
    assert.equal(code, 0, output);
    const readings = Number(/ (\d+) readings, 1 falls/.exec(output)?.[1]);
    assert.ok(readings >= atStart && readings <= atEnd + 1, `${atStart} to ${atEnd}: ${output}`);
    assert.ok(atEnd - atStart > 10, `${atEnd - atStart} readings were acknowledged meanwhile`);

    const beside = await run('first', '--restore', file, '--force');
    assert.equal(beside.code, 1);
    assert.match(
      beside.output,
      /^Database: embedded PostgreSQL in [^\n]*\/first\/postgres\nNothing was restored: another Vigil is running on [^\n]*\n$/,
    );
    wearable.end(true);
    const falls = await fallsOf(url, token);
    assert.equal(falls.length, 1);
    await stop(vigil);

    const restored = await run('second', '--restore', file);
    assert.equal(restored.code, 0, restored.output);
    assert.match(restored.output, new RegExp(`\\nRestored [^\\n]* ${readings} readings, 1 falls[^\\n]*\\n$`));
    assert.deepEqual(await postgresIn(folder), []);

    const again = serve('second');
    const there = await again.started;
    assert.equal(
      (await callApi(there, 'GET', '/me', { token })).status,
      200,
      'sessions stay valid: the secret is restored',
    );
    const logIn = (totp?: string) => callApi(there, 'POST', '/auth/login', { body: { ...ADA, totp } });
    assert.equal((await logIn()).status, 401, 'the second factor is restored');
    const nextCode = totpCode(secret, stepAt(Date.now()) + 1);
    assert.equal((await logIn(nextCode)).status, 200, 'its secret can be decrypted');
    assert.equal((await logIn(recoveryCode)).status, 200);
    assert.deepEqual(await fallsOf(there, token), falls);
    const sameWearable = await joinBroker(brokerOf(again), { username: MAC, password: device.token });
    await sameWearable.publishAsync(TOPIC, JSON.stringify(resting(MAC, { uptime_ms: 9_999_999 })), {
      qos: 1,
    });
    sameWearable.end(true);
    await stop(again);
    const next = await run('second', '--backup', join(folder, 'next.backup'));
    assert.match(
      next.output,
      new RegExp(` ${readings + 1} readings, 1 falls`),
      'new readings are stored beside the old ones',
    );
    const refused = await run('second', '--restore', file);
    assert.deepEqual([refused.code, /not empty/.test(refused.output)], [1, true]);
    assert.deepEqual(await postgresIn(folder), []);
  });

  async function fallsOf(url: string, token: string): Promise<Json[]> {
    return (await callApi(url, 'GET', '/falls', { token })).body.data.map(
      ({ id, confidence, status }: Json) => ({
        id,
        confidence,
        status,
      }),
    );
  }
});
