import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseOptions } from '../../loadtest/rules/options.ts';
import { SCENARIOS } from '../../loadtest/scenarios.ts';
import { readConfig } from '../../src/app/config.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { logIn, logInAsAdmin } from '../helpers/people.ts';
import { inProject } from '../helpers/project.ts';
import { sql } from '../helpers/sql.ts';
import { blocks } from './blocks.ts';
import { ELSEWHERE } from './elsewhere.ts';
import { createReader, type Reader } from './reader.ts';

const PROGRAMS = ['bash', 'curl', 'mosquitto_pub'];
const missing = PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0);
/** Where CI provides them, missing ones fail instead. */
const skip =
  missing.length === 0 || process.env.CI === 'true' ? false : `${missing.join(', ')} not installed`;

const taken = new Set<string>();

/** Returns a block of a document and marks it as run. */
function block(place: string): string {
  const found = blocks.find((one) => one.place === place);
  assert.ok(found, `${place} is not in the documents`);
  taken.add(place);
  return found.text;
}

/** The JSON of a block; `…` stands for any value. */
const shown = (text: string): Json => JSON.parse(text.replace(/\{ … \}/g, '{}'));

/** Checks that every shown key exists, and that fully shown values are equal. */
function assertLike(actual: Json, expected: Json, path = 'answer'): void {
  for (const [key, value] of Object.entries(expected)) {
    assert.ok(Object.hasOwn(actual, key), `${path} has no ${key}`);
    if (typeof value === 'object' && value !== null) assertLike(actual[key], value, `${path}.${key}`);
    else if (!isOfTheMoment(value)) assert.equal(actual[key], value, `${path}.${key}`);
  }
}

const isOfTheMoment = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('…') || /^\d{4}-\d\d-\d\dT/.test(value));

const MAC = 'AA:BB:CC:DD:EE:FF';
const ADA = { email: 'ada@example.org', password: 'Secret!123' };

describe('the commands of README and docs, typed one after the other', { skip }, () => {
  let app: TestApp;
  let reader: Reader;
  let ada: Json;

  before(async () => {
    // These tests do not wait a second between two commands.
    app = await startTestApp({ STREAM_INTERVAL_MS: '0' });
    reader = createReader({ http: app.app.ports.http, mqtt: app.app.ports.mqtt ?? 0 });
  });
  after(async () => {
    await reader.close();
    await app.close();
  });

  const readings = async (token: string): Promise<number> =>
    (await app.call('GET', `/device/${MAC}/readings`, { token })).body.data.length;

  it('README: the first reading is answered as shown', async () => {
    const output = await reader.type(block('README.md › Your first reading'));
    assertLike(JSON.parse(output), shown(block('README.md › Your first reading (2)')));
    ada = await logIn(app, ADA);
  });

  it('README: the first publish is stored', async () => {
    await reader.type(block('README.md › Your first reading (3)'));
    assert.equal(await readings(ada.token), 2);
  });

  it('README: the first alert is on the caregiver’s board and socket', async () => {
    await reader.type(block('README.md › Your first alert'));
    const assessed = JSON.parse(await reader.type(block('README.md › Your first alert (2)')));
    assert.equal(assessed.data.fallDetected, true);
    const { token } = await logIn(app, { email: 'cara@example.org', password: 'Secret!123' });
    const board = await app.call('GET', '/board', { token });
    assert.match(JSON.stringify(board.body.data), /Pat Ient/);
    const socket = reader.start(block('README.md › Your first alert (3)'));
    await socket.prints(/"type":"alert"/);
    const frame = /\{"type":"alert",.*\}/.exec(socket.output())?.[0] ?? '';
    assertLike(JSON.parse(frame), shown(block('README.md › Your first alert (4)')));
    await socket.stop();
  });

  it('loadtest/README.md: the table lists every scenario, and the examples have valid options', () => {
    const page = readFileSync(inProject('loadtest', 'README.md'), 'utf8');
    const listed = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(
      listed.toSorted(),
      Object.keys(SCENARIOS)
        .filter((name) => name !== 'all')
        .toSorted(),
    );
    for (const line of block('loadtest/README.md › Scenarios').split('\n')) {
      const [, name = '', rest = ''] = /^npm run loadtest -- (\S+)([^#]*)/.exec(line) ?? [];
      const scenario = SCENARIOS[name];
      assert.ok(scenario, line);
      parseOptions(scenario.options, rest.split(' ').filter(Boolean));
    }
  });

  it('http-api.md: login, a list and an error are answered as shown', async () => {
    const me = JSON.parse(await reader.type(block('docs/http-api.md › Log in')));
    assert.equal(me.data.email, ADA.email);
    const list = JSON.parse(await reader.type(block('docs/http-api.md › Read lists')));
    assertLike(list, shown(block('docs/http-api.md › Read lists (2)')));
    const error = JSON.parse(await reader.type(block('docs/http-api.md › Handle errors')));
    assertLike(error, shown(block('docs/http-api.md › Handle errors (2)')));
  });

  it('mqtt.md: a device token connects the wearable', async () => {
    await reader.type(block('docs/mqtt.md › Authentication'));
    const first = await reader.type(block('docs/mqtt.md › Examples'));
    assert.match(first, /assessments \{"success":true,"status":200,"data":\{.*"fallDetected":false/);
    const output = await reader.type(block('docs/mqtt.md › Examples (2)'));
    assert.match(
      output,
      /assessments \{"success":true,"status":200,"data":\{"accepted":1,"duplicates":0,"refused":\[\]\}\}/,
    );
    assert.equal(await readings(ada.token), 4);
  });

  it('mqtt.md: with MQTT 5 the acknowledgement says why a reading is refused', async () => {
    assert.match(await reader.type(block('docs/mqtt.md › MQTT 5')), /received PUBACK \(Mid: 1, RC:153\)/);
  });

  it('mqtt.md and response.md: the wearer calls for help', async () => {
    await reader.type(block('docs/mqtt.md › Buttons'));
    await reader.type(block('docs/response.md › Buttons of a wearable'));
    const { body } = await app.call('GET', '/falls', { token: ada.token });
    assert.equal(body.data[0].status, 'CONFIRMED');
  });

  it('mqtt.md: a wearable and a caregiver’s page in JavaScript', async () => {
    const { data, token } = await logIn(app, { email: 'cara@example.org', password: 'Secret!123' });
    const known = `const sessionToken = '${token}', myUserId = '${data.id}';`;
    const page = reader.runModule(known, block('docs/mqtt.md › Examples (4)'), "console.log('subscribed');");
    await page.prints(/assessments [\s\S]*fallConfidence/);
    await page.prints(/subscribed/);
    await page.stop();
  });

  it('live-socket.md: the socket in a terminal, in a browser, and as a wearable', async () => {
    const terminal = reader.start(block('docs/live-socket.md › Connect (2)'));
    const wearable = reader.runModule('', block('docs/live-socket.md › Connect (3)'));
    const before = "globalThis.WebSocket = (await import('ws')).WebSocket; globalThis.alert = console.log;";
    const { token } = await logIn(app, { email: 'cara@example.org', password: 'Secret!123' });
    const browser = reader.runModule(
      before,
      block('docs/live-socket.md › Connect'),
      `last = 0; connect('${token}');`,
    );
    await Promise.all([
      terminal.prints(/"type":"welcome"/),
      wearable.prints(/ref: 1/),
      browser.prints(/Fall detected: Pat Ient/),
    ]);
    await Promise.all([terminal.stop(), wearable.stop(), browser.stop()]);
  });

  for (const heading of ['Parts', 'Raw samples']) {
    it(`firmware.md: the reading of "${heading}" is accepted and answered as shown`, async () => {
      const reading = shown(block(`docs/firmware.md › ${heading}`));
      const { status, body } = await app.call('POST', '/device/sensor-stream', {
        token: ada.token,
        body: { ...reading, device_id: MAC },
      });
      assert.equal(status, 200, JSON.stringify(body));
      const { data } = shown(block('docs/firmware.md › Results'));
      assert.deepEqual(Object.keys(body.data).sort(), Object.keys(data).sort());
    });
  }

  it('response.md: a fall’s response and its frame are as shown', async () => {
    const { token } = await logIn(app, { email: 'cara@example.org', password: 'Secret!123' });
    const [{ fallId }] = (await app.call('GET', '/caregivers/alerts', { token })).body.data;
    const fall = await app.call('POST', `/falls/${fallId}/claim`, { token, body: { etaMinutes: 5 } });
    const { response } = shown(`{${block('docs/response.md › Falls with a response')}}`);
    assert.deepEqual(Object.keys(fall.body.data.response).sort(), Object.keys(response).sort());
    const socket = reader.start(block('README.md › Your first alert (3)'));
    await socket.prints(/"type":"response"/);
    const frame = JSON.parse(/\{"type":"response",.*\}/.exec(socket.output())?.[0] ?? '');
    const { id: _, ...like } = shown(block('docs/response.md › Frames'));
    assertLike(frame, like);
    await socket.stop();
  });

  it('response.md: an admin sets the escalation policy', async () => {
    const admin = await logInAsAdmin(app);
    reader.set('ADMIN', admin.token);
    const { success, data } = JSON.parse(await reader.type(block('docs/response.md › Escalation policy')));
    assert.equal(success, true);
    assert.equal(data.steps.length, 2);
  });

  it('sensors.md: a bed mat reports a fall over HTTP and an empty bed over MQTT', async () => {
    reader.set('ADMIN', (await logInAsAdmin(app)).token);
    await reader.type(block('docs/sensors.md › Add a sensor'));
    const fell = JSON.parse(await reader.type(block('docs/sensors.md › Send events')));
    assertLike(fell, shown(block('docs/sensors.md › Send events (2)')));
    const left = await reader.type(block('docs/sensors.md › Send events (3)'));
    assert.match(
      left,
      /results \{"success":true,"status":201,"data":\{.*"type":"BED_EXIT","fallId":null,"alertId":"/,
    );
    const { data } = JSON.parse(await reader.type(block('docs/sensors.md › Escalation')));
    assert.equal(data.rules.length, 2);
  });

  it('fhir.md: searches, metadata, code systems, an error and a webhook are answered as shown', async () => {
    const place = (heading: string) => block(`docs/fhir.md › ${heading}`);
    const found = JSON.parse(await reader.type(place('First search')));
    assertLike(found, shown(place('First search (2)')));
    const metadata = JSON.parse(await reader.type(place('First search (3)')));
    assert.equal(metadata.resourceType, 'CapabilityStatement');
    const levels = JSON.parse(await reader.type(place('Code systems')));
    assert.equal(levels.concept.length, 3);
    const error = JSON.parse(await reader.type(place('Errors')));
    assertLike(error, shown(place('Errors (2)')));
    const added = JSON.parse(await reader.type(place('Webhooks')));
    assert.equal(added.data?.format, 'fhir', JSON.stringify(added));
  });

  it('directory.md: a directory creates a user and a group', async () => {
    const place = (heading: string) => block(`docs/directory.md › ${heading}`);
    reader.set('ADMIN', (await logInAsAdmin(app)).token);
    const { data } = JSON.parse(await reader.type(place('Set it up')));
    reader.set('DIRECTORY', data.token);
    assert.equal(JSON.parse(await reader.type(place('Keycloak and others'))).patch.supported, true);
    const user = JSON.parse(await reader.type(place('Users')));
    assert.equal(user.externalId, '4711');
    const group = JSON.parse(await reader.type(place('Groups')));
    assert.deepEqual(
      group.members.map(({ value }: Json) => value),
      [user.id],
    );
  });

  it('response.md: generated Web Push keys are valid in the configuration', async () => {
    await reader.type(block('docs/response.md › Notification channels'), reader.folder);
    const lines = readFileSync(join(reader.folder, '.env'), 'utf8').trim().split('\n');
    const settings = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    assert.equal(readConfig(settings).vapidPublicKey, settings.VAPID_PUBLIC_KEY);
  });

  it('response.md: a webhook is verified, with the library and without', async () => {
    const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
    const [id, at, body] = [
      'msg_1',
      String(Math.floor(Date.now() / 1000)),
      '{"type":"test","timestamp":"now","data":{}}',
    ];
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
    const headers = { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature };
    const given = `const secret = '${secret}', rawBody = '${body}', request = { headers: ${JSON.stringify(headers)} };`;
    const [library, own] = [2, 3].map((n) => block(`docs/response.md › Notification channels (${n})`));
    const byLibrary = reader.runModule(given, library ?? '', 'console.log(type);');
    const byHand = reader.runModule(given, own ?? '', "console.log(genuine ? 'genuine' : 'forged');");
    await Promise.all([byLibrary.prints(/test/), byHand.prints(/genuine/)]);
  });

  it('operations.md: the database shows the size of the readings', async () => {
    const rows = await sql(app.databaseUrl, block('docs/operations.md › Size of readings'));
    assert.equal(rows.length, 4, 'readings and signals, as they came and packed');
    for (const row of rows) assert.match(row.pg_size_pretty, /\d+ kB/);
  });

  it('upgrade.md: the secrets of an old .env become files', async () => {
    const folder = join(reader.folder, 'compose');
    mkdirSync(folder);
    writeFileSync(join(folder, '.env'), 'JWT_SECRET=a=b\nADMIN_EMAIL=a@example.org\nPOSTGRES_PASSWORD=p\n');
    await reader.type(block('docs/upgrade.md › Secrets in files'), folder);
    const inFile = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8');
    assert.equal(inFile('jwt_secret'), 'a=b\n');
    assert.equal(inFile('postgres_password'), 'p\n');
    assert.equal(inFile('secrets_key'), '', 'there was none: the text says what to do');
  });

  it('every block is run here, or elsewhere.ts gives a reason', () => {
    const unknown = blocks
      .map(({ place }) => place)
      .filter((place) => !taken.has(place) && !Object.hasOwn(ELSEWHERE, place));
    assert.deepEqual(unknown, [], 'run them in commands.test.ts, or say in elsewhere.ts why not');
    const gone = Object.keys(ELSEWHERE).filter((place) => !blocks.some((one) => one.place === place));
    assert.deepEqual(gone, [], 'no longer in the documents: remove them from elsewhere.ts');
  });
});
