import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { CONTRACT, type Operation, WHO } from './contract-table.ts';
import { furtherScopeOf, isPersonal, NAMED, nameOf, scopeOf } from './scope-table.ts';
import { openWorlds, WORLD_SETTINGS, type World, type Worlds } from './world.ts';

const SCOPES = ['read', 'respond', 'ingest', 'manage', 'operations'] as const;

/** Another caregiver has the claim; only admins release or hand off claims of others. */
const ONLY_HOLDER = new Set(['POST /falls/{id}/release', 'POST /falls/{id}/hand-off']);

/** Open to leads of any ward, for their own ones. */
const LISTS_OF_LEADS = new Set(['GET /stations', 'GET /sensors', 'GET /tests']);

describe('access tokens and service accounts', () => {
  let app: TestApp;
  let worlds: Worlds;
  let otherWard: string;
  before(async () => {
    // The narrower mode: a service account for some wards sees no other patients in either.
    app = await startTestApp({ ...WORLD_SETTINGS, CAREGIVERS_SEE: 'team' });
    worlds = await openWorlds(app);
    otherWard = await worlds.ward();
  });
  after(async () => {
    await worlds.close();
    await app.close();
  });

  it('have a table that names operations of the contract only', () => {
    const known = new Set(CONTRACT.map(nameOf));
    assert.deepEqual(
      NAMED.filter((name) => !known.has(name)),
      [],
    );
  });

  /** Shared by all operations until a call changes it: most calls are refused. */
  let untouched: World | undefined;

  function caller({ method, call }: Operation) {
    return async (tokenIn: (world: World) => Promise<string>) => {
      untouched ??= await worlds.make();
      const { path, body } = call(untouched);
      const answer = await app.call(method, path, { token: await tokenIn(untouched), body });
      if (method !== 'GET' && answer.status < 300) untouched = undefined;
      return answer;
    };
  }

  for (const row of CONTRACT) {
    if (row.open !== undefined) continue;
    const statuses = row.inTeams ?? row.answers;
    const scope = scopeOf(row);

    it(`${nameOf(row)} is ${scope === undefined ? 'closed to tokens' : `open to tokens with the scope ${scope}`}`, async () => {
      const callWith = caller(row);
      // A caller who is permitted, if there is one: its token is refused for lack of the scope alone.
      const index = Math.max(
        statuses.findIndex((status) => status !== 403),
        0,
      );
      const who = WHO[index] ?? 'owner';
      for (const held of SCOPES) {
        const answer = await callWith((world) => worlds.accessToken(world[who].id, [held]));
        if (held === scope || held === furtherScopeOf(row)) {
          // Recent authentication is that of a session.
          const expected = row.recent === true ? 403 : statuses[index];
          assert.equal(answer.status, expected, `${held}: ${JSON.stringify(answer.body)}`);
          continue;
        }
        assert.equal(answer.status, 403, `${held}: ${JSON.stringify(answer.body)}`);
        if (row.path.startsWith('/stations/me')) continue;
        assert.equal(answer.body.code, scope === undefined ? 'NOT_FOR_TOKENS' : 'SCOPE_MISSING');
        assert.equal(answer.body.details?.scope, scope);
      }
      // Never more than its owner may.
      const others = scope === undefined ? [] : WHO.filter((_, at) => statuses[at] === 403);
      for (const other of others) {
        const answer = await callWith((world) => worlds.accessToken(world[other].id, SCOPES));
        assert.equal(answer.status, 403, `${other}: ${JSON.stringify(answer.body)}`);
      }
    });

    it(`${nameOf(row)} answers a service account by its wards`, async () => {
      const callWith = caller(row);
      const [, , assigned, unassigned, admin] = statuses;
      const [lead] = row.ward ?? [assigned];
      const isClosed = scope === undefined || isPersonal(row);
      const expected = [
        ['the whole organisation', () => null, admin],
        ["the patient's ward", (world: World) => [world.wardId], lead],
        ['another ward', () => [otherWard], LISTS_OF_LEADS.has(nameOf(row)) ? 200 : unassigned],
      ] as const;
      for (const [name, wardsIn, status] of expected) {
        const answer = await callWith((world) => worlds.serviceToken(wardsIn(world)));
        const isRefused = isClosed || ONLY_HOLDER.has(nameOf(row));
        assert.equal(answer.status, isRefused ? 403 : status, `${name}: ${JSON.stringify(answer.body)}`);
      }
    });
  }
});
