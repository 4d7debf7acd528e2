import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { callApi, type Json, type Response, startTestApp, type TestApp } from '../helpers/app.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { sql } from '../helpers/sql.ts';
import { drawnPng, jpeg, png } from './pictures.ts';

const ROOMS = [
  { room: '12 B', x: 10, y: 20.5 },
  { room: 'Garden 3', x: 100, y: 0 },
];
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const ended = ({ status, body }: Response) => [status, body.code];

describe('the floor plan of a ward', () => {
  let app: TestApp;
  let admin: Person;
  let lead: Person;
  let nurse: Person;
  let stranger: Person;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent' });
    admin = await logInAsAdmin(app);
    [lead, nurse, stranger] = await Promise.all([
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
      signUp(app, 'CAREGIVER'),
    ]);
    await makeWard([[stranger, true]]);
  });
  after(() => app.close());

  const as = (person: Person, method: string, path: string, body?: unknown) =>
    app.call(method, path, { token: person.token, body });

  async function makeWard(members: readonly (readonly [Person, boolean])[]): Promise<string> {
    const { body } = await as(admin, 'POST', '/wards', { name: randomUUID() });
    for (const [{ id }, isLead] of members)
      await as(admin, 'PUT', `/wards/${body.data.id}/caregivers/${id}`, { lead: isLead });
    return body.data.id;
  }
  const newWard = () =>
    makeWard([
      [lead, true],
      [nurse, false],
    ]);
  const change = (by: Person, ward: string, body: object) => as(by, 'PUT', `/wards/${ward}/plan`, body);
  const read = async (by: Person, ward: string): Promise<Json> =>
    (await as(by, 'GET', `/wards/${ward}/plan`)).body.data;
  const picture = (headers: Record<string, string>, path: string) =>
    fetch(`${app.url}${path}/plan/picture`, { headers });
  const bearer = ({ token }: Person) => ({ Authorization: `Bearer ${token}` });

  it('is empty at first, and is what a lead has made of it', async () => {
    const ward = await newWard();
    assert.deepEqual(await read(nurse, ward), { revision: 0, rooms: [], picture: null });
    const made = await change(lead, ward, { revision: 0, rooms: ROOMS });
    assert.equal(made.status, 200);
    assert.deepEqual(made.body.data, { revision: 1, rooms: ROOMS, picture: null });
    await change(lead, ward, { revision: 1, picture: base64(png(640, 480)) });
    const shown = await read(nurse, ward);
    assert.deepEqual([shown.revision, shown.rooms], [2, ROOMS], 'a picture leaves the rooms where they are');
    assert.deepEqual([shown.picture.width, shown.picture.height], [640, 480]);
    await change(lead, ward, { revision: 2, picture: null, rooms: [] });
    assert.deepEqual(await read(nurse, ward), { revision: 3, rooms: [], picture: null });
    const { body } = await as(admin, 'GET', `/admin/logs?limit=5`);
    assert.ok(body.data.some(({ action }: Json) => action === 'ward.plan'));
  });

  it('is never a mixture of what two leads have made at once', async () => {
    const ward = await newWard();
    for (const revision of [0, 1]) {
      const answers = await Promise.all(
        [1, 2, 3, 4].map((x) => change(lead, ward, { revision, rooms: [{ room: 'A', x, y: x }] })),
      );
      const codes = answers.map(({ status, body }) => body.code ?? status).sort();
      assert.deepEqual(codes, [200, 'PLAN_CHANGED', 'PLAN_CHANGED', 'PLAN_CHANGED'].sort());
      const won = answers.find(({ status }) => status === 200)?.body.data;
      assert.deepEqual(await read(lead, ward), won);
    }
    for (const revision of [0, 1, 3, 2 ** 31 - 1])
      assert.deepEqual(ended(await change(lead, ward, { revision, rooms: [] })), [409, 'PLAN_CHANGED']);
  });

  it('belongs to the ward: others see nothing, members change nothing, and it goes with the ward', async () => {
    const ward = await newWard();
    const content = drawnPng(4, 4);
    await change(lead, ward, { revision: 0, rooms: ROOMS, picture: base64(content) });
    assert.deepEqual(ended(await change(nurse, ward, { revision: 1, rooms: [] })), [403, 'NOT_WARD_LEAD']);
    assert.deepEqual(ended(await change(stranger, ward, { revision: 1, rooms: [] })), [403, 'NOT_WARD_LEAD']);
    const refused = await as(stranger, 'GET', `/wards/${ward}/plan`);
    assert.deepEqual(ended(refused), [403, 'NOT_WARD_MEMBER']);
    assert.equal((await picture(bearer(stranger), `/wards/${ward}`)).status, 403);
    assert.equal((await picture({}, `/wards/${ward}`)).status, 401);
    assert.equal((await as(admin, 'DELETE', `/wards/${ward}`)).status, 200);
    assert.equal((await as(admin, 'GET', `/wards/${ward}/plan`)).status, 404);
    assert.deepEqual(await sql(app.databaseUrl, 'SELECT FROM ward_plans WHERE ward_id = $1', [ward]), []);
  });

  it('has a picture that browsers keep, and never take for anything else', async () => {
    const ward = await newWard();
    assert.equal((await picture(bearer(nurse), `/wards/${ward}`)).status, 404);
    const content = drawnPng(4, 4);
    await change(lead, ward, { revision: 0, picture: base64(content) });
    const first = await picture(bearer(nurse), `/wards/${ward}`);
    assert.equal(first.status, 200);
    assert.deepEqual(Buffer.from(await first.arrayBuffer()), content);
    assert.equal(first.headers.get('Content-Type'), 'image/png');
    assert.equal(first.headers.get('X-Content-Type-Options'), 'nosniff');
    assert.match(first.headers.get('Content-Security-Policy') ?? '', /default-src 'none'/);
    assert.equal(first.headers.get('Cache-Control'), 'private, no-cache');
    const etag = first.headers.get('ETag') ?? '';
    const again = await picture({ ...bearer(nurse), 'If-None-Match': etag }, `/wards/${ward}`);
    assert.deepEqual([again.status, (await again.arrayBuffer()).byteLength], [304, 0]);
    await change(lead, ward, { revision: 1, picture: base64(jpeg(8, 8)) });
    const other = await picture({ ...bearer(nurse), 'If-None-Match': etag }, `/wards/${ward}`);
    assert.deepEqual([other.status, other.headers.get('Content-Type')], [200, 'image/jpeg']);
  });

  it('refuses what is no picture, too large or out of the plan, and stays as it was', async () => {
    const ward = await newWard();
    const wrong: readonly [string, unknown][] = [
      ['picture', base64('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['picture', base64(Buffer.concat([png(8, 8), Buffer.alloc(1024 * 1024)]))],
      ['picture', base64(png(5000, 10))],
      ['picture', 7],
      ['rooms', [{ room: 'A', x: 100.1, y: 0 }]],
      ['rooms', [{ room: 'A', x: Number.NaN, y: 0 }]],
      ['rooms', [{ room: 'A\nB', x: 1, y: 0 }]],
      ['rooms', [ROOMS[0], { room: ' 12 B ', x: 1, y: 2 }]],
      ['rooms', Array.from({ length: 201 }, (_, number) => ({ room: `${number}`, x: 1, y: 1 }))],
      ['revision', -1],
    ];
    for (const [field, value] of wrong) {
      const { status, body } = await change(lead, ward, { revision: 0, [field]: value });
      assert.equal(status, 400, JSON.stringify(body));
      assert.ok(
        Object.keys(body.details).some((place) => place.startsWith(field)),
        JSON.stringify(body),
      );
    }
    const huge = await change(lead, ward, { revision: 0, picture: 'A'.repeat(10 * 1024 * 1024) });
    assert.deepEqual(ended(huge), [413, 'BODY_TOO_LARGE']);
    assert.equal((await read(lead, ward)).revision, 0);
    const full = Array.from({ length: 200 }, (_, number) => ({
      room: `${number}`.padEnd(80, 'ü'),
      x: 1,
      y: 1,
    }));
    const largest = Buffer.concat([png(8, 8), Buffer.alloc(1024 * 1024 - 33)]);
    const fits = await change(lead, ward, { revision: 0, rooms: full, picture: base64(largest) });
    assert.equal(fits.status, 200);
  });

  describe('on a station', () => {
    async function enrol(wardId: string | undefined): Promise<string> {
      const offered = await as(admin, 'POST', '/stations', { name: 'Office', wardId });
      const { headers } = await callApi(app.url, 'POST', '/stations/enrol', {
        body: { code: offered.body.data.code },
      });
      return (headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
    }
    const at = (cookie: string, path: string) => callApi(app.url, 'GET', path, { headers: { cookie } });

    it('is that of its own ward, and no other', async () => {
      const [own, foreign] = [await newWard(), await newWard()];
      await change(lead, own, { revision: 0, rooms: ROOMS, picture: base64(drawnPng(4, 4)) });
      const tablet = await enrol(own);
      assert.deepEqual((await at(tablet, '/stations/me/plan')).body.data.rooms, ROOMS);
      assert.equal((await picture({ cookie: tablet }, '/stations/me')).status, 200);
      const elsewhere = await enrol(foreign);
      assert.deepEqual((await at(elsewhere, '/stations/me/plan')).body.data.rooms, []);
      assert.equal((await picture({ cookie: elsewhere }, '/stations/me')).status, 404);
      const refused = await at(elsewhere, `/wards/${own}/plan`);
      assert.deepEqual(ended(refused), [403, 'NOT_FOR_STATIONS']);
      const ofAll = await enrol(undefined);
      assert.equal((await at(ofAll, '/stations/me/plan')).status, 404);
      assert.equal((await at('', '/stations/me/plan')).status, 401);
    });
  });
});
