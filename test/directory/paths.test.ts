import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isForeign, readFilter, readPath } from '../../src/directory/protocol/paths.ts';
import { AppError } from '../../src/platform/errors.ts';

const failsWith = (scimType: string, read: () => unknown) =>
  assert.throws(read, (error: unknown) => error instanceof AppError && error.fields?.scimType === scimType);

describe('filters of a directory', () => {
  it('compare attributes by eq, joined by and, in any case', () => {
    assert.deepEqual(readFilter('userName eq "anna@example.org"'), [
      { attribute: 'username', value: 'anna@example.org' },
    ]);
    assert.deepEqual(readFilter('ExternalID EQ "4711" AND displayName eq "A \\"B\\" \\u00fc"'), [
      { attribute: 'externalid', value: '4711' },
      { attribute: 'displayname', value: 'A "B" ü' },
    ]);
    assert.deepEqual(readFilter('urn:ietf:params:scim:schemas:core:2.0:User:active eq true'), [
      { attribute: 'active', value: true },
    ]);
  });

  it('find an address whatever its type', () => {
    for (const path of ['emails.value', 'emails[type eq "work"].value'])
      assert.deepEqual(readFilter(`${path} eq "a@b.example"`), [
        { attribute: 'emails.value', value: 'a@b.example' },
      ]);
  });

  it('of any other form are refused', () => {
    for (const filter of [
      '',
      ' ',
      'userName',
      'userName pr',
      'userName co "a"',
      'userName eq',
      'userName eq anna',
      "userName eq 'anna'",
      'userName eq "a" or userName eq "b"',
      'not (userName eq "a")',
      '(userName eq "a")',
      'userName eq "a" and',
      'userName eq "a" "b"',
      'userName eq "a',
      'userName eq "a\\"',
      'userName eq "\\u0000"',
      'userName eq null',
      'emails[type eq "work".value eq "a"',
      `userName eq "${'a'.repeat(2000)}"`,
      Array.from({ length: 11 }, () => 'id eq "a"').join(' and '),
      '[[[[[[',
      'a[b[c[d eq "e"] eq "f"] eq "g"',
    ])
      failsWith('invalidFilter', () => readFilter(filter));
  });
});

describe('paths of a change', () => {
  it('name an attribute, one of its values, or a part of it', () => {
    assert.deepEqual(readPath('name.familyName'), { attribute: 'name', sub: 'familyname' });
    assert.deepEqual(readPath('urn:ietf:params:scim:schemas:core:2.0:User:active'), { attribute: 'active' });
    assert.deepEqual(readPath('emails[type eq "work" and primary eq true].value'), {
      attribute: 'emails',
      where: [
        { attribute: 'type', value: 'work' },
        { attribute: 'primary', value: true },
      ],
      sub: 'value',
    });
    assert.deepEqual(readPath('members[value eq "a]b"]'), {
      attribute: 'members',
      where: [{ attribute: 'value', value: 'a]b' }],
    });
  });

  it('that are malformed are refused', () => {
    for (const path of [
      '.',
      'name.',
      'name..given',
      'emails[',
      'emails[]',
      'emails[type eq "work"',
      'a b',
      '1a',
    ])
      failsWith('invalidPath', () => readPath(path));
  });

  it('of other schemas are told apart', () => {
    assert.ok(isForeign('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department'));
    assert.ok(!isForeign('urn:ietf:params:scim:schemas:core:2.0:User:active'));
    assert.ok(!isForeign('active'));
  });
});
