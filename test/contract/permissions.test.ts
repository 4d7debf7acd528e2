import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/platform/time.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { checkAgainst, type DocumentCheck } from '../helpers/openapi.ts';
import { CONTRACT, expectedOf } from './contract-table.ts';
import { openWorlds, type World, type Worlds } from './world.ts';

/** The same in both modes, so that its schemas are compiled once. */
let check: DocumentCheck | undefined;

for (const mode of ['all', 'team'] as const)
  describe(`permissions with CAREGIVERS_SEE=${mode}`, () => {
    let app: TestApp;
    let worlds: Worlds;
    let document: Json;
    before(async () => {
      app = await startTestApp({ CAREGIVERS_SEE: mode });
      worlds = await openWorlds(app);
      document = (await app.call('GET', '/openapi.json')).body;
      check ??= checkAgainst(document);
    });
    after(async () => {
      await worlds.close();
      await app.close();
    });

    /** Callers without valid credentials, and their tokens. */
    const NOBODY: Readonly<Record<string, (world: World) => Promise<string | undefined>>> = {
      'no token': async () => undefined,
      'an invalid token': async () => 'nonsense',
      'an expired token': (world) => worlds.token(world.admin, -60),
      'a deactivated admin': (world) => worlds.token(world.deactivated),
      'a deleted admin': (world) => worlds.token(world.deleted),
    };

    describe('every operation of the contract', () => {
      it('is in the table, and so is every operation of the service', async () => {
        // Gateways are no callers of the contract: test/http/openapi.test.ts and test/response/phones.test.ts have their hooks.
        const served = Object.entries<Json>(document.paths)
          .filter(([path]) => !path.startsWith('/hooks/'))
          .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
        assert.deepEqual(served.sort(), CONTRACT.map(({ method, path }) => `${method} ${path}`).sort());
      });

      for (const row of CONTRACT) {
        const { method, path, call, open } = row;
        it(`${method} ${path} answers each caller as the contract and the OpenAPI document say`, async () => {
          // A world is reused until a call changes it; reads and refusals do not.
          let untouched: World | undefined;
          const callAs = async (token: (world: World) => Promise<string | undefined>) => {
            untouched ??= await worlds.make();
            const { path: url, body } = call(untouched);
            const answer = await app.call(method, url, { token: await token(untouched), body });
            if (method !== 'GET' && answer.status < 300) untouched = undefined;
            if (row.onceAMinute && answer.status < 300) app.clock.advance(MINUTE_MS);
            return answer;
          };
          for (const [who, status] of expectedOf(row, mode)) {
            const answer = await callAs((world) => worlds.token(world[who]));
            assert.equal(answer.status, status, `${who}: ${JSON.stringify(answer.body)}`);
            check?.assertAnswer(method, path, answer);
          }
          if (mode === 'all') {
            const answer = await callAs((world) => worlds.deviceToken(world.deviceId));
            assert.equal(answer.status, open ?? row.device ?? 403, JSON.stringify(answer.body));
            if (open === undefined && row.device === undefined)
              assert.equal(answer.body.code, 'NOT_FOR_DEVICE_TOKENS');
            check?.assertAnswer(method, path, answer);
          }
          // The mode makes no difference for callers without valid credentials.
          for (const [who, token] of mode === 'all' ? Object.entries(NOBODY) : []) {
            const answer = await callAs(token);
            assert.equal(answer.status, open ?? 401, `${who}: ${JSON.stringify(answer.body)}`);
          }
        });
      }
    });
  });
