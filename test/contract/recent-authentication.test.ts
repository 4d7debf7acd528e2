import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { CONTRACT, WHO } from './contract-table.ts';
import { openWorlds, WORLD_SETTINGS, type Worlds } from './world.ts';

describe('recent authentication', () => {
  let app: TestApp;
  let worlds: Worlds;
  before(async () => {
    app = await startTestApp(WORLD_SETTINGS);
    worlds = await openWorlds(app);
  });
  after(async () => {
    await worlds.close();
    await app.close();
  });

  it('is required by exactly those routes that the contract names', async () => {
    const name = ({ method, path }: { readonly method: string; readonly path: string }) =>
      `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
    const named = CONTRACT.filter(({ recent }) => recent !== undefined).map(name);
    const rows = app.app.routes.filter(({ recentAuthentication }) => recentAuthentication !== undefined);
    assert.deepEqual(rows.map(name).sort(), named.toSorted());
    const { paths } = (await app.call('GET', '/openapi.json')).body;
    for (const { method, path } of CONTRACT.filter(({ recent }) => recent !== undefined))
      assert.match(paths[path][method.toLowerCase()].description, /REAUTHENTICATE/, `${method} ${path}`);
  });

  for (const { method, path, call, answers, recent } of CONTRACT) {
    if (recent === undefined) continue;
    it(`${method} ${path} requires it from every role that may call it`, async () => {
      const world = await worlds.make();
      const { path: url, body } = call(world);
      for (const [index, who] of WHO.entries()) {
        const token = await worlds.token(world[who], undefined, false);
        const answer = await app.call(method, url, { token, body: recent === true ? body : recent(world) });
        const mayCall = answers[index] !== 403;
        assert.equal(answer.status, 403, who);
        assert.equal(answer.body.code === 'REAUTHENTICATE', mayCall, `${who}: ${answer.body.code}`);
      }
    });
  }
});
