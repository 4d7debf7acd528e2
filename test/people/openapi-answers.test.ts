import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { CONTRACT, WHO } from './contract-table.ts';
import { openWorlds, type Worlds } from './world.ts';

describe('people/openapi-answers', () => {
  let app: TestApp;
  let worlds: Worlds;
  let document: Json;
  before(async () => {
    app = await startTestApp();
    worlds = await openWorlds(app);
    document = (await app.call('GET', '/openapi.json')).body;
  });
  after(async () => {
    await worlds.close();
    await app.close();
  });

  const resolve = (schema: Json): Json =>
    schema.$ref === undefined
      ? schema
      : schema.$ref
          .split('/')
          .slice(1)
          .reduce((value: Json, key: string) => value[key], document);

  function fits(which: string, responses: Json, status: number, body: Json): void {
    const response = responses[status];
    assert.ok(response, `${which} ${status} is not in the document`);
    if (response.content === undefined) return assert.equal(body, undefined, which);
    const compiled = Compile(resolve(response.content['application/json'].schema));
    const complaints = JSON.stringify([...compiled.Errors(body)]);
    assert.ok(compiled.Check(body), `${which} ${status}: ${complaints} in ${JSON.stringify(body)}`);
  }

  describe('real answers fit what the OpenAPI document says of them', () => {
    for (const { method, path, call, answers } of CONTRACT) {
      it(`${method} ${path}`, async () => {
        const { responses } = document.paths[path][method.toLowerCase()];
        for (const [index, who] of WHO.entries()) {
          const world = await worlds.make();
          const { path: url, body } = call(world);
          const answer = await app.call(method, url, { token: await worlds.token(world[who]), body });
          assert.equal(answer.status, answers[index], JSON.stringify(answer.body));
          fits(`${method} ${path}`, responses, answer.status, answer.body);
        }
      });
    }
  });
});
