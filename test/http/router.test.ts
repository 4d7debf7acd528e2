import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openRoute, type Route } from '../../src/platform/http/route.ts';
import { createRouter } from '../../src/platform/http/router.ts';

const row = (method: Route['method'], path: `/${string}`) =>
  openRoute({
    operation: '',
    at: `${method} ${path}`,
    limit: 'none',
    summary: '',
    status: 200,
    handle: () => ({}),
  });

const router = createRouter([
  row('GET', '/patients'),
  row('POST', '/patients'),
  row('GET', '/patients/me'),
  row('GET', '/patients/:id'),
  row('PUT', '/patients/:id'),
  row('GET', '/patients/:id/falls'),
  row('POST', '/caregivers/alerts/:id/acknowledge'),
  row('GET', '/caregivers/alerts'),
  row('GET', '/caregivers/:id'),
  row('GET', '/caregivers/:id/patients'),
  row('DELETE', '/caregivers/:id/patients/:patientId'),
]);

function found(method: string, path: string): [string, Readonly<Record<string, string>>] {
  const match = router.match(method, `/api${path}`);
  return match.kind === 'route' ? [match.route.path, match.params] : [match.kind, {}];
}

describe('the router', () => {
  it('finds routes and their path parameters', () => {
    assert.deepEqual(found('GET', '/patients'), ['/patients', {}]);
    assert.deepEqual(found('GET', '/patients/17'), ['/patients/:id', { id: '17' }]);
    const two = { id: 'a', patientId: 'b' };
    assert.deepEqual(found('DELETE', '/caregivers/a/patients/b'), [
      '/caregivers/:id/patients/:patientId',
      two,
    ]);
  });

  it('prefers literal segments to parameters', () => {
    assert.deepEqual(found('GET', '/patients/me'), ['/patients/me', {}]);
    assert.deepEqual(found('GET', '/caregivers/alerts'), ['/caregivers/alerts', {}]);
  });

  it('matches a literal segment as a parameter when the rest of the path requires it', () => {
    assert.deepEqual(found('GET', '/patients/me/falls'), ['/patients/:id/falls', { id: 'me' }]);
    assert.deepEqual(found('GET', '/caregivers/alerts/patients'), [
      '/caregivers/:id/patients',
      { id: 'alerts' },
    ]);
  });

  it('lists the methods of a path', () => {
    const match = router.match('DELETE', '/api/patients/17');
    assert.deepEqual(match, { kind: 'wrong method', allow: ['GET', 'PUT', 'HEAD', 'OPTIONS'] });
    const literal = router.match('PUT', '/api/patients/me');
    assert.deepEqual(literal, { kind: 'wrong method', allow: ['GET', 'HEAD', 'OPTIONS'] });
  });

  it('serves HEAD with GET', () => {
    assert.deepEqual(found('HEAD', '/patients/17'), ['/patients/:id', { id: '17' }]);
    assert.equal(found('HEAD', '/caregivers/alerts/1/acknowledge')[0], 'wrong method');
  });

  it('decodes parameters, and turns an undecodable one into an id that does not exist', () => {
    assert.deepEqual(found('GET', '/patients/AA%3ABB'), ['/patients/:id', { id: 'AA:BB' }]);
    assert.deepEqual(found('GET', '/patients/a%2Fb'), ['/patients/:id', { id: 'a/b' }]);
    assert.deepEqual(found('GET', '/patients/%zz'), ['/patients/:id', { id: '' }]);
  });

  it('matches no other paths', () => {
    for (const path of [
      '',
      '/',
      '/patients/',
      '/patients//falls',
      '/Patients',
      '/patients/1/falls/',
      '/x',
      '/caregivers/a/b/c/d',
    ]) {
      assert.equal(found('GET', path)[0], 'unknown', path);
    }
    for (const path of ['/patients', '/apipatients', '/api', '/apix/patients', 'api/patients', '*', '']) {
      assert.equal(router.match('GET', path).kind, 'unknown', path);
    }
  });

  it('refuses two routes for one method and path', () => {
    assert.throws(() => createRouter([row('GET', '/a/:id'), row('GET', '/a/:id')]), /two routes/);
  });

  it('refuses two names for one parameter, because a handler would read the wrong one', () => {
    assert.throws(() => createRouter([row('GET', '/a/:id'), row('GET', '/a/:owner/things')]), /:owner.*:id/);
  });
});
