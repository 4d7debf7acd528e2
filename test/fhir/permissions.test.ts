import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FHIR } from '../../src/fhir/protocol.ts';
import { openWorlds, type Somebody, type World, type Worlds } from '../contract/world.ts';
import type { Json } from '../helpers/app.ts';
import { type FhirApp, startFhirApp } from './fhir-app.ts';

const WHO = [
  'owner',
  'stranger',
  'assigned',
  'unassigned',
  'admin',
  'lead',
  'member',
  'former',
  'expired',
] as const;
type Who = (typeof WHO)[number];

/** As in test/contract/contract-table.ts: those who may see the owner's health data, and those who may not. */
const IN_CARE: readonly Who[] = ['owner', 'assigned', 'admin', 'lead', 'member'];
const byCare = (who: Who): number => (IN_CARE.includes(who) ? 200 : 403);

/** Every path that names something, and the status for each caller. */
const READS: Readonly<
  Record<string, readonly [path: (world: World) => string, status: (who: Who) => number]>
> = {
  Patient: [({ owner }) => owner.id, byCare],
  Device: [({ deviceId }) => deviceId, byCare],
  Observation: [({ fallId }) => fallId, byCare],
  Task: [({ claimedFallId }) => claimedFallId, byCare],
  Flag: [({ fallId }) => fallId, byCare],
  Practitioner: [({ assigned }) => assigned.id, (who) => (who === 'assigned' || who === 'admin' ? 200 : 403)],
};

for (const mode of ['all', 'team'] as const)
  describe(`FHIR permissions with CAREGIVERS_SEE=${mode}`, () => {
    let fhir: FhirApp;
    let worlds: Worlds;
    let world: World;
    before(async () => {
      fhir = await startFhirApp({ CAREGIVERS_SEE: mode });
      worlds = await openWorlds(fhir.app);
      world = await worlds.make();
    });
    after(async () => {
      await worlds.close();
      await fhir.close();
    });
    const as = async (person: Somebody, path: string) =>
      fhir.call({ token: await worlds.token(person) }, path);

    it('are those of the API for every read', async () => {
      for (const [type, [path, statusOf]] of Object.entries(READS))
        for (const who of WHO) {
          const { status, body } = await as(world[who], `/${type}/${path(world)}`);
          assert.equal(status, statusOf(who), `${who}: ${type} ${JSON.stringify(body)}`);
        }
    });

    it('cover every row of the route table', () => {
      const rows = fhir.app.app.routes.filter(({ protocol }) => protocol === FHIR).map(({ path }) => path);
      const covered = Object.keys(READS).flatMap((type) => [`/${type}`, `/${type}/:id`]);
      assert.deepEqual(rows.sort(), [...covered, '/metadata', '/CodeSystem/:id'].sort());
      for (const { method, limit, fromStation } of fhir.app.app.routes.filter((row) => row.protocol === FHIR))
        assert.deepEqual([method, limit, fromStation], ['GET', 'global', undefined]);
    });

    it('give a search with the patient the status of the API', async () => {
      for (const type of ['Device', 'Observation', 'Task', 'Flag'])
        for (const who of WHO) {
          const { status, body } = await as(world[who], `/${type}?patient=${world.owner.id}`);
          assert.equal(status, byCare(who), `${who}: ${type} ${JSON.stringify(body)}`);
          if (status === 403)
            assert.equal(
              body.issue[0].details.coding[0].code,
              world[who].role === 'CAREGIVER' ? 'NOT_IN_CARE_TEAM' : 'FORBIDDEN',
            );
        }
      for (const nobody of [world.assigned.id, world.deleted.id])
        assert.equal((await as(world.admin, `/Task?patient=${nobody}`)).status, 404);
    });

    it('let every other search find what the caller may see, and nothing else', async () => {
      const owners = async (who: Who, type: string, query = ''): Promise<Set<string>> => {
        const { status, body } = await as(world[who], `/${type}${query}`);
        assert.equal(status, 200, `${who}: ${type}`);
        const resources = (body.entry ?? [])
          .filter(({ search }: Json) => search.mode === 'match')
          .map(({ resource }: Json) => resource);
        return new Set(
          resources.map(
            ({ id, subject, patient, for: whom }: Json) =>
              (subject ?? patient ?? whom)?.reference.replace('Patient/', '') ?? id,
          ),
        );
      };
      for (const type of ['Patient', 'Device', 'Observation', 'Task', 'Flag'])
        for (const who of WHO) {
          const found = await owners(who, type, '?_count=100');
          assert.equal(found.has(world.owner.id), byCare(who) === 200, `${who}: ${type}`);
          if (who === 'owner') assert.deepEqual([...found], [world.owner.id]);
          if (who === 'stranger') assert.deepEqual([...found], type === 'Patient' ? [world.stranger.id] : []);
        }
      for (const who of ['stranger', 'unassigned', 'former'] as const)
        for (const [type, [path]] of Object.entries(READS))
          if (type !== 'Practitioner')
            assert.equal((await owners(who, type, `?_id=${path(world)}`)).size, 0, `${who}: ${type}`);
      assert.deepEqual([...(await owners('assigned', 'Practitioner'))], [world.assigned.id]);
      assert.ok((await owners('admin', 'Practitioner', '?_count=100')).has(world.assigned.id));
      assert.equal((await as(world.owner, '/Practitioner')).status, 403);
    });

    it('let a search by identifier find a patient in care only', async () => {
      const externalId = 'R-4711';
      const token = await worlds.token(world.admin);
      const body = { externalId };
      await fhir.app.call('PUT', `/patients/${world.owner.id}`, { token, body });
      for (const identifier of [externalId, world.owner.id])
        for (const who of WHO) {
          const answer = await as(world[who], `/Patient?identifier=${identifier}`);
          assert.equal(answer.status, 200, who);
          assert.equal(answer.body.entry !== undefined, byCare(who) === 200, `${who}: ${identifier}`);
        }
    });

    it('end with the membership of the care team', async () => {
      const { member, fallId } = world;
      assert.equal((await as(member, `/Observation/${fallId}`)).status, 200);
      const { wardId, admin } = world;
      const token = await worlds.token(admin);
      const left = await fhir.app.call('DELETE', `/wards/${wardId}/caregivers/${member.id}`, { token });
      assert.ok(left.status < 300, JSON.stringify(left.body));
      assert.equal((await as(member, `/Observation/${fallId}`)).status, 403);
      assert.equal((await as(member, `/Task?_id=${fallId}`)).body.entry, undefined);
    });

    it('give access tokens with the scope read what their owner sees, and others nothing', async () => {
      const token = await worlds.token(world.assigned);
      const made = async (scopes: string[]): Promise<{ token: string }> => {
        const body = { name: scopes.join(), scopes, expiresInDays: 1 };
        const answer = await fhir.app.call('POST', '/profile/tokens', { token, body });
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        return answer.body.data;
      };
      const [reading, writing] = [await made(['read']), await made(['respond', 'ingest', 'manage'])];
      assert.equal((await fhir.call(reading, `/Task/${world.fallId}`)).status, 200);
      assert.equal((await fhir.call(reading, `/Patient/${world.stranger.id}`)).status, 403);
      const { status, body } = await fhir.call(writing, `/Task/${world.fallId}`);
      assert.deepEqual([status, body.issue[0].details.coding[0].code], [403, 'SCOPE_MISSING']);
    });

    it('give service accounts their wards, or the organisation', async () => {
      const token = await worlds.token(world.admin);
      const made = async (wardIds?: string[]): Promise<{ id: string; token: string }> => {
        const body = { name: `${wardIds}`, scopes: ['read', 'respond'], ...(wardIds && { wardIds }) };
        const answer = await fhir.app.call('POST', '/admin/service-accounts', { token, body });
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        return answer.body.data;
      };
      const [all, ward, empty] = [await made(), await made([world.wardId]), await made([world.emptyWardId])];
      for (const [account, statusOfOwner, statusOfStranger] of [
        [all, 200, 200],
        [ward, 200, 403],
        [empty, 403, 403],
      ] as const) {
        const patients = await fhir.search(account, '/Patient?_count=100');
        for (const [person, status] of [
          [world.owner, statusOfOwner],
          [world.stranger, statusOfStranger],
        ] as const) {
          assert.equal((await fhir.call(account, `/Patient/${person.id}`)).status, status);
          assert.equal(
            patients.some(({ id }) => id === person.id),
            status === 200,
          );
        }
      }
      await fhir.app.call('POST', `/falls/${world.fallId}/claim`, { token: all.token, body: {} });
      const { owner, status } = await fhir.read(ward, `/Task/${world.fallId}`);
      assert.deepEqual([status, owner], ['accepted', { display: 'undefined' }]);
    });

    it("keep a service account of a ward from everything of another ward's patients", async () => {
      const body = {
        name: `Ward only ${mode}`,
        scopes: ['read', 'respond', 'ingest', 'manage'],
        wardIds: [world.emptyWardId],
      };
      const token = await worlds.token(world.admin);
      const { data } = (await fhir.app.call('POST', '/admin/service-accounts', { token, body })).body;
      for (const [type, [path]] of Object.entries(READS)) {
        assert.equal((await fhir.call(data, `/${type}/${path(world)}`)).status, 403, type);
        if (type !== 'Patient' && type !== 'Practitioner')
          assert.equal((await fhir.call(data, `/${type}?patient=${world.owner.id}`)).status, 403, type);
        assert.deepEqual(await fhir.search(data, `/${type}?_id=${path(world)}`), [], type);
        const found = JSON.stringify(await fhir.search(data, `/${type}?_count=100`));
        for (const id of [world.owner.id, world.deviceId, world.fallId]) assert.ok(!found.includes(id), type);
      }
      const hour = `${world.owner.id}-hr-2026010100`;
      assert.equal((await fhir.call(data, `/Observation/${hour}`)).status, 403);
      assert.deepEqual(await fhir.search(data, `/Observation?_id=${hour}`), []);
    });

    it('refuse stations', async () => {
      const { wardId } = world;
      const { body } = await fhir.app.call('POST', '/stations', {
        token: await worlds.token(world.admin),
        body: { name: 'Office', wardId },
      });
      const enrolled = await fhir.app.call('POST', '/stations/enrol', {
        body: { code: body.data.code },
      });
      const Cookie = (enrolled.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      assert.match(Cookie, /^station_token=/);
      const { status, body: outcome } = await fhir.call(undefined, '/Patient', { headers: { Cookie } });
      assert.deepEqual([status, outcome.issue[0].details.coding[0].code], [403, 'NOT_FOR_STATIONS']);
    });

    it('refuse tokens that are void', async () => {
      for (const person of [world.deactivated, world.deleted])
        assert.equal((await as(person, '/Patient')).status, 401);
      const expired = { token: await worlds.token(world.admin, -60) };
      assert.equal((await fhir.call(expired, '/Patient')).status, 401);
    });
  });
