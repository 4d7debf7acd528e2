import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPath } from '../../src/sign-on/return-path.ts';

test('a path of this host stays, with its query and its place on the page', () => {
  for (const path of [
    '/',
    '/reports',
    '/falls/3f0c9a52?tab=timeline&from=a%20b#top',
    '/patients/%C3%A4',
    '/a:b@c',
  ])
    assert.equal(returnPath(path), path);
});

test('every other address becomes the start page', () => {
  const evil = [
    undefined,
    '',
    'reports',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/%2Fevil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/%252Fevil.example',
    '/%25252Fevil.example'.replace('%2525', '%25'),
    '/%09/evil.example',
    '/reports\r\nSet-Cookie: a=b',
    '/%0d%0aSet-Cookie:a=b',
    '/./\\evil.example',
    '/a/..//evil.example',
    '/../\\evil.example',
    '/@evil.example\\..',
    '/ä',
    '/\u0000',
    '/api/me',
    '/API/../api/me',
    '/%61pi/me',
    `/${'a'.repeat(1_000)}`,
  ];
  for (const path of evil) assert.equal(returnPath(path), '/', JSON.stringify(path));
});
