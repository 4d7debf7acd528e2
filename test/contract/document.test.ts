import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isUuid } from '../../src/platform/schema/primitives.ts';
import { type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { checkAgainst, type DocumentCheck } from '../helpers/openapi.ts';
import { randomMac } from '../helpers/readings.ts';
import { seeded } from '../helpers/seeded.ts';
import { CONTRACT, expectedOf, type Operation } from './contract-table.ts';
import { type SchemaValues, schemaValues } from './schema-values.ts';
import { openWorlds, WORLD_SETTINGS, type World, type Worlds } from './world.ts';

/** Valid requests per operation; `TRIES=100 SEED=7 npm test -- <this file>` tries more. */
/** Characters of a request in a failure. */
const SHOWN = 2_000;
const TRIES = Number(process.env.TRIES ?? 1);
const SEED = Number(process.env.SEED ?? 2026);
/** Invalid values per field. */
const FORBIDDEN = 1 + 2 * TRIES;

/** Fields whose valid values depend on existing data: taken from the table of the contract. */
const SITUATIONAL = new Set([
  'recipientId',
  'patientId',
  'caregiverId',
  'currentPassword',
  'confirmPassword',
  'newPassword',
  'code',
  'until',
  'token',
  'wardId',
  'wardIds',
  'shifts',
  'shiftId',
  'date',
  'replacedBy',
  'toDate',
  'toCaregiverId',
  'happenedAt',
  'sensorId',
  'at',
  'revision',
]);

/** Rules beyond the schema: fields that an operation may refuse although they match it, and why. */
const RULES: Readonly<Record<string, readonly string[]>> = {
  // Must be in the future, within a limit.
  startShift: ['until'],
  setAbsence: ['until'],
  reportPatientFall: ['happenedAt'],
  putWardMember: ['until'],
  // At most 400 days, or 92; a night that has begun.
  getFallReport: ['to'],
  getWardCalendar: ['from', 'to'],
  getNight: ['date'],
  // Not with each other, or a Monday.
  createRosterException: ['replacedBy'],
  // Times that exist.
  listLowScores: ['hours'],
  copyRosterWeek: ['from'],
  // Two fields must not contradict each other.
  updateIncidentReport: ['isDoctorInformed', 'isFamilyInformed'],
  signIncidentReport: ['isDoctorInformed', 'isFamilyInformed'],
  // Must exist.
  createPatient: ['wardId'],
  // And an invitation needs an address.
  createResident: ['wardId', 'email'],
  updatePatient: ['wardId'],
  // All are required for a patient without a check-in; the end must follow the start.
  setCheckIn: ['from', 'until', 'weekdays'],
  // Must match a secret.
  changePassword: ['currentPassword', 'confirmPassword'],
  replacePassword: ['currentPassword', 'confirmPassword'],
  removeSecondFactor: ['password'],
  verifyChannel: ['code'],
  enrolStation: ['code'],
  addPasskey: ['response'],
  // Times must ascend; samples or parts, not both; all rotations or none.
  submitReading: ['samples', 'parts', 'gyro_x', 'gyro_y', 'gyro_z'],
  updateEscalation: ['steps'],
  updatePatientEscalation: ['steps'],
  replaceWardEscalation: ['steps'],
  // One date must precede the other.
  listAuditTrail: ['dateTo'],
  listAllFalls: ['dateTo'],
  getDeviceReadings: ['from'],
  // Unreachable or forbidden addresses, keys that are not on the curve, unknown time zones.
  addChannel: ['url', 'endpoint', 'keys', 'quietHours', 'number'],
  addWebhook: ['url'],
  updateOrganisation: ['timeZone'],
  // The hours of a rule must not begin and end at the same time.
  setSensorRules: ['rules'],
  // Each room once; a picture.
  updateWardPlan: ['rooms', 'picture'],
  // 64 bytes in base64.
  uploadFirmware: ['signature'],
  // Digits that everybody would guess.
  setPin: ['pin'],
};

const admittedTo = (row: Operation) => expectedOf(row, 'all').find(([, status]) => status !== 403);

/** An invalid entry is refused by itself, in a 200: test/devices/device-tokens.test.ts and test/mqtt/backlog.test.ts. */
const BY_ENTRY = new Set(['submitBacklog']);

describe('the OpenAPI document, tried with generated requests', () => {
  let app: TestApp;
  let worlds: Worlds;
  let document: Json;
  let check: DocumentCheck;
  let values: SchemaValues;
  before(async () => {
    app = await startTestApp(WORLD_SETTINGS);
    worlds = await openWorlds(app);
    document = (await app.call('GET', '/openapi.json')).body;
    check = checkAgainst(document);
    values = schemaValues(check, seeded(SEED));
  });
  after(async () => {
    await worlds.close();
    await app.close();
  });

  interface Request {
    readonly path: string;
    readonly body?: Json;
  }

  /** A client that the contract admits, in a world that is replaced once a request changes it. */
  function visitor(row: Operation) {
    const { method, path, call } = row;
    const [who, expected] = admittedTo(row) ?? ['admin', 403];
    let visit: { readonly world: World; readonly token: string } | undefined;
    async function arrive() {
      const world = await worlds.make();
      visit = { world, token: await worlds.token(world[who]) };
      return visit;
    }
    return {
      expected,
      usual: async (): Promise<Request> => call((visit ?? (await arrive())).world),
      async send({ path: url, body }: Request): Promise<Response> {
        const { token } = visit ?? (await arrive());
        const answer = await app.call(method, url, { token, body });
        if (method !== 'GET' && answer.status < 300) visit = undefined;
        check.assertAnswer(method, path, answer);
        return answer;
      },
    };
  }
  type Visitor = ReturnType<typeof visitor>;

  const said = ({ status, body }: Response, request: Request): string =>
    `${status} ${JSON.stringify(body)} for ${JSON.stringify(request)}`;

  /** Replaces fields that must be unique or must refer to existing data. */
  function situated(body: Json, usual: Json = {}): Json {
    const opensAccount = usual.firstName !== undefined;
    const entries = Object.entries(body).map(([name, value]) => {
      if (SITUATIONAL.has(name)) return [name, name in usual ? usual[name] : value];
      if (name === 'name' && isUuid(usual.name ?? '')) return [name, randomUUID()];
      if (name === 'externalId') return [name, randomUUID()];
      if (name === 'password') return [name, opensAccount ? value : usual.password];
      if (name === 'email')
        return [name, usual.password && !opensAccount ? usual.email : `${randomUUID()}@example.org`];
      return [name, name === 'macAddress' || name === 'device_id' ? randomMac() : value];
    });
    return Object.fromEntries(entries);
  }

  /** Replaces parameters that the path has already. */
  function withQuery(path: string, given: readonly (readonly [string, string])[]): string {
    const [before = '', query] = path.split('?');
    const parameters = new URLSearchParams(query);
    for (const [name, value] of given) parameters.set(name, value);
    return `${before}?${parameters}`;
  }

  const schemaOf = (operation: Json): Json | undefined =>
    operation.requestBody?.content['application/json']?.schema;

  async function takesExample({ usual, send, expected }: Visitor, operation: Json): Promise<void> {
    if (schemaOf(operation) === undefined) return;
    const { path, body } = await usual();
    const { example } = operation.requestBody.content['application/json'];
    const request = { path, body: situated(example, body) };
    const answer = await send(request);
    assert.equal(answer.status, expected, said(answer, request));
  }

  async function takesWhatIsAllowed({ usual, send }: Visitor, operation: Json): Promise<void> {
    const schema = schemaOf(operation);
    const parameters = operation.parameters.filter((p: Json) => p.in === 'query');
    if (schema === undefined && parameters.length === 0) return;
    for (let i = 0; i < TRIES; i++) {
      const given = parameters.map((p: Json) => [p.name, String(values.valid(p.schema))]);
      const { path, body } = await usual();
      const request = {
        path: withQuery(path, given),
        ...(schema && { body: { ...situated(values.valid(schema), body), 'not known': 1 } }),
      };
      const answer = await send(request);
      assert.ok(answer.status < 500, said(answer, request));
      if (answer.status !== 400) continue;
      const refused = Object.keys(answer.body.details ?? {}).map((place) => place.split('.')[0] ?? '');
      assert.notEqual(refused.length, 0, said(answer, request));
      const rules = RULES[operation.operationId] ?? [];
      for (const field of refused) assert.ok(rules.includes(field), said(answer, request));
    }
  }

  async function refusesWhatIsForbidden(guest: Visitor, operation: Json): Promise<void> {
    const { path, body } = await guest.usual();
    const refused = async (request: Request, field: string) => {
      const answer = await guest.send(request);
      // A browser goes to the page that says what is wrong.
      if (answer.status === 302)
        return assert.match(
          answer.headers.get('location') ?? '',
          /error=VALIDATION_FAILED$/,
          said(answer, request),
        );
      // Texts of the greatest length in several fields may be more than a body can hold.
      if (answer.status === 413) return assert.equal(answer.body.code, 'BODY_TOO_LARGE');
      assert.equal(answer.status, 400, said(answer, request).slice(0, SHOWN));
      const named = Object.keys(answer.body.details ?? {}).map((place) => place.split('.')[0]);
      assert.ok(field === '' || named.includes(field), said(answer, request));
    };
    for (const { name, schema } of operation.parameters.filter((p: Json) => p.in === 'query'))
      for (const value of values.some(values.invalidText(schema), FORBIDDEN))
        await refused({ path: withQuery(path, [[name, value]]) }, name);

    const schema = schemaOf(operation);
    if (schema === undefined) return;
    for (const nothing of ['[]', '"text"', '7', 'null', '{', '\u0000'])
      await refused({ path, body: nothing }, '');
    if (operation.requestBody.required) await refused({ path }, '');
    if (BY_ENTRY.has(operation.operationId)) return;
    const { properties, required = [] } = values.chosen(schema, body);
    for (const [name, property] of Object.entries(properties)) {
      for (const value of values.some(values.invalid(property), FORBIDDEN))
        await refused({ path, body: { ...body, [name]: value } }, name);
      if (required.includes(name)) await refused({ path, body: { ...body, [name]: undefined } }, name);
    }
  }

  async function knowsItsPaths({ usual, send }: Visitor, template: string): Promise<void> {
    const words = template.split('/');
    const { path, body } = await usual();
    for (const [place, word] of words.entries()) {
      if (!word.startsWith('{')) continue;
      for (const stranger of [randomUUID(), 'nonsense', '%00', '%FF', 'a'.repeat(1000)]) {
        const request = {
          path: path
            .split('/')
            .map((own, i) => (i === place ? stranger : own))
            .join('/'),
          body,
        };
        const answer = await send(request);
        assert.equal(answer.status, 404, said(answer, request));
      }
    }
  }

  // Not those for stations alone: their own tests know how to be one.
  for (const row of CONTRACT.filter(admittedTo))
    it(`${row.method} ${row.path} accepts valid requests and the example, and refuses invalid ones`, async () => {
      const operation = document.paths[row.path][row.method.toLowerCase()];
      const guest = visitor(row);
      await refusesWhatIsForbidden(guest, operation);
      await knowsItsPaths(guest, row.path);
      await takesExample(guest, operation);
      await takesWhatIsAllowed(guest, operation);
    });
});
