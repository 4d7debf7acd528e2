import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Json } from '../helpers/app.ts';
import { callApi } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { logInAsAdmin, type Person, signUp } from '../helpers/people.ts';
import { type FhirApp, startFhirApp } from './fhir-app.ts';

describe('the FHIR interface', () => {
  let fhir: FhirApp;
  let admin: Person;
  let pat: Person;
  before(async () => {
    fhir = await startFhirApp();
    admin = await logInAsAdmin(fhir.app);
    pat = await signUp(fhir.app);
  });
  after(() => fhir.close());

  it('describes itself to everyone, with the parameters that each type takes', async () => {
    const { status, body } = await fhir.call(undefined, '/metadata');
    assert.equal(status, 200);
    assert.equal(body.fhirVersion, '4.0.1');
    assert.equal(body.implementation.url, fhir.base);
    const [{ resource: types }] = body.rest;
    assert.deepEqual(types.map(({ type }: Json) => type).sort(), [
      'CodeSystem',
      'Device',
      'Flag',
      'Observation',
      'Patient',
      'Practitioner',
      'Task',
    ]);
    for (const { type, searchParam = [] } of types)
      for (const { name } of searchParam) {
        const { body: outcome } = await fhir.call(admin, `/${type}?${name}=%00`);
        assert.doesNotMatch(JSON.stringify(outcome), /is not supported here/, `${type} ${name}`);
      }
  });

  it('serves the code systems that its codes name', async () => {
    const { id } = (await fhir.app.call('POST', '/falls', { token: pat.token, body: { confidence: 0.8 } }))
      .body.data;
    const observation = await fhir.read(pat, `/Observation/${id}`);
    const own = JSON.stringify(observation).matchAll(
      /"system":"([^"]*\/CodeSystem\/fall-[^"]*)","code":"([^"]*)"/g,
    );
    const used = [...own].map(([, system = '', code = '']) => [system, code]);
    assert.ok(used.length > 3);
    for (const [system = '', code] of used) {
      const { body } = await fhir.call(undefined, system.replace(fhir.base, ''));
      assert.equal(body.url, system);
      assert.ok(
        body.concept.some((one: Json) => one.code === code),
        code,
      );
    }
    for (const unknown of ['fall', 'constructor', '..%2Ffall-code'])
      assert.equal((await fhir.call(undefined, `/CodeSystem/${unknown}`)).status, 404);
  });

  it('answers HEAD as GET, without a body', async () => {
    for (const path of ['/metadata', `/Patient/${pat.id}`, '/Observation?_count=1']) {
      const { status, body } = await fhir.call(pat, path, { method: 'HEAD' });
      assert.deepEqual([status, body], [200, undefined]);
    }
    assert.equal((await fhir.call(undefined, '/Patient', { method: 'HEAD' })).status, 401);
  });

  it('is read-only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      for (const path of ['/Patient', `/Patient/${pat.id}`, '/Observation', '/Task/1', '/metadata']) {
        const { status, body, headers } = await fhir.call(admin, path, { method });
        assert.equal(status, 405, `${method} ${path}`);
        assert.equal(headers.get('allow'), 'GET, HEAD, OPTIONS');
        assert.equal(body.issue[0].code, 'not-supported');
      }
    assert.equal((await fhir.call(admin, '/Patient/_search', { method: 'POST' })).status, 405);
  });

  it('answers OperationOutcome to everything that does not exist', async () => {
    for (const path of ['', '/', '/Encounter', '/patient', `/Patient/${randomUUID()}`, '/Patient/x']) {
      const { status, body } = await fhir.call(admin, path, { headers: { Accept: 'text/html,*/*' } });
      assert.equal(status, 404, path);
      assert.deepEqual(
        [body.issue[0].code, body.issue[0].details.coding[0].code],
        ['not-found', 'NOT_FOUND'],
      );
    }
    for (const id of ['%00', '%FF', 'a'.repeat(500), "'; --", `${pat.id}-hr-2026130101`, `${pat.id}-hr-x`])
      for (const type of ['Observation', 'Task', 'Flag', 'Device', 'Practitioner'])
        assert.equal(
          (await fhir.call(admin, `/${type}/${encodeURIComponent(id)}`)).status,
          404,
          `${type} ${id}`,
        );
  });

  it('asks for a token', async () => {
    for (const who of [undefined, { token: 'nonsense' }]) {
      const { status, body } = await fhir.call(who, '/Patient');
      assert.deepEqual([status, body.issue[0].code], [401, 'login']);
    }
  });

  it('answers FHIR JSON to those who accept it, and 406 to others', async () => {
    const accepting = async (accept: string, query = '') =>
      (await fhir.call(pat, `/Patient/${pat.id}${query}`, { headers: { Accept: accept } })).status;
    for (const accept of [
      'application/fhir+json',
      'application/fhir+json;fhirVersion=4.0',
      'application/json',
      'application/fhir+xml;q=0.9, application/fhir+json',
      'text/html,application/xml;q=0.9,*/*;q=0.8',
      'application/*',
    ])
      assert.equal(await accepting(accept), 200, accept);
    for (const accept of [
      'application/fhir+xml',
      'text/html',
      'application/fhir+json;q=0',
      'application/fhir+json; fhirVersion=5.0',
    ])
      assert.equal(await accepting(accept), 406, accept);
    for (const format of ['json', 'application/json', 'application/fhir+json', 'application%2Ffhir%2Bjson'])
      assert.equal(await accepting('text/html', `?_format=${format}`), 200, format);
    for (const format of ['xml', 'html', '']) assert.equal(await accepting('*/*', `?_format=${format}`), 406);
    assert.equal((await fhir.call(pat, `/Patient/${pat.id}?_summary=true`)).status, 400);
  });

  it('leaves the rest of the service as it was', async () => {
    const { status, headers } = await callApi(fhir.app.url, 'GET', '/nothing');
    assert.deepEqual([status, headers.get('content-type')], [404, 'application/json; charset=utf-8']);
    const document = (await fhir.app.call('GET', '/openapi.json')).body;
    assert.deepEqual(
      Object.keys(document.paths).filter((path) => /fhir|metadata/i.test(path)),
      [],
    );
  });

  it('counts toward the rate limit', async () => {
    const limited = await startFhirApp({ RATE_LIMIT_GLOBAL: '2' });
    try {
      await limited.call(undefined, '/metadata');
      await limited.call(undefined, '/nothing');
      const { status, body, headers } = await limited.call(undefined, '/metadata');
      assert.deepEqual([status, body.issue[0].code], [429, 'throttled']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    } finally {
      await limited.close();
    }
  });

  it('writes accesses to the access log as the API does', async () => {
    const cara = await signUp(fhir.app, 'CAREGIVER');
    const rosa = await signUp(fhir.app);
    await assign(fhir.app, cara, rosa);
    const { id } = (await fhir.app.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.8 } }))
      .body.data;
    await fhir.read(cara, `/Patient/${rosa.id}`);
    await fhir.read(cara, '/Patient');
    await fhir.read(cara, `/Task/${id}`);
    await fhir.read(cara, `/Observation?patient=${rosa.id}`);
    await fhir.read(rosa, '/Observation');
    await fhir.read(cara, `/Practitioner/${cara.id}`);
    const log = await fhir.app.call('GET', '/profile/me/access-log?order=asc', { token: rosa.token });
    assert.deepEqual(
      log.body.data.map(({ what, actorId }: Json) => [what, actorId]),
      ['the profile of a patient', 'the list of patients', 'a fall', 'the falls of a patient'].map((what) => [
        what,
        cara.id,
      ]),
    );
    await fhir.call(pat, `/Patient/${rosa.id}`);
    const lines = await fhir.app.call('GET', `/admin/logs?limit=100`, { token: admin.token });
    assert.ok(
      lines.body.data.some(({ message }: Json) => message.startsWith('GET /fhir/Patient/:id: ')),
      JSON.stringify(lines.body.data[0]),
    );
  });
});
