import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readChanges } from '../../src/directory/protocol/patch.ts';
import { changeGroup, readGroup } from '../../src/directory/resources/group.ts';
import { changeUser, emailOf, keyOf, namesOf, readUser } from '../../src/directory/resources/user.ts';
import { AppError } from '../../src/platform/errors.ts';
import { ATTRIBUTES, NASTY } from './nasty.ts';

/** Every other error would be a fault of the service. */
function refusesOrReads(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const failsWith = (scimType: string, read: () => unknown) =>
  assert.throws(read, (error: unknown) => error instanceof AppError && error.fields?.scimType === scimType);

const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

const ANNA = {
  userName: 'anna@example.org',
  externalId: '4711',
  active: true,
  givenName: 'Anna',
  familyName: 'Berg',
  displayName: 'Anna Berg',
  email: 'anna@example.org',
};
const patched = (...operations: unknown[]) => changeUser(ANNA, readChanges({ Operations: operations }));

describe('changes of a user', () => {
  it('are understood as each directory writes them', () => {
    for (const operation of [
      { op: 'replace', path: 'active', value: false },
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'replace', value: { active: false } },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'false' },
      { OP: 'REPLACE', Path: 'ACTIVE', Value: 'FALSE' },
      { op: 'add', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:active': 'False' } },
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User.active': false } },
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User': { active: false } } },
      {
        op: 'Replace',
        value: { 'URN:ietf:params:scim:schemas:core:2.0:USER': { Active: 'False' }, title: 'x' },
      },
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User', value: { active: false } },
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User.active', value: false },
    ])
      assert.deepEqual(patched(operation), { ...ANNA, active: false }, JSON.stringify(operation));
    for (const operation of [
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'A.Berg@Example.org' },
      {
        op: 'replace',
        path: 'emails',
        value: [{ value: 'a.berg@example.org', type: 'work', primary: true }],
      },
      {
        op: 'replace',
        value: {
          emails: [
            { value: 'x@home.example', type: 'home' },
            { value: 'a.berg@example.org', type: 'work' },
          ],
        },
      },
      { op: 'replace', path: 'emails[type eq "work"]', value: { value: 'a.berg@example.org' } },
      {
        op: 'replace',
        path: 'emails[type eq "work"]',
        value: [{ value: 'a.berg@example.org', type: 'work' }],
      },
      { op: 'replace', path: 'emails[primary eq true].value', value: 'a.berg@example.org' },
      { op: 'replace', path: 'emails[primary eq "True"].value', value: 'a.berg@example.org' },
      { op: 'replace', value: { 'emails[type eq "work"].value': 'a.berg@example.org' } },
    ])
      assert.deepEqual(
        patched(operation),
        { ...ANNA, email: 'a.berg@example.org' },
        JSON.stringify(operation),
      );
    assert.deepEqual(
      patched({
        op: 'replace',
        value: { 'name.familyName': 'Klein', name: { givenName: 'Anne' }, title: 'Nurse' },
      }),
      { ...ANNA, familyName: 'Klein', givenName: 'Anne' },
    );
  });

  it('leave out what Vigil does not keep', () => {
    for (const operation of [
      { op: 'replace', path: 'emails[type eq "home"].value', value: 'anna@home.example' },
      { op: 'add', path: 'emails', value: [{ value: 'anna@home.example', type: 'home' }] },
      { op: 'add', value: { emails: [{ value: 'anna@home.example', type: 'home' }] } },
      { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      { op: 'remove', path: 'title' },
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'IT',
      },
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager',
        value: [{ value: 'x' }],
      },
      { op: 'replace', value: { id: 'another', password: 'secret', groups: [], schemas: [] } },
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:Users': { active: false } } },
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User': {} } },
      {
        op: 'replace',
        value: {
          'urn:ietf:params:scim:schemas:core:2.0:User': {
            'urn:ietf:params:scim:schemas:core:2.0:User': { active: false },
          },
        },
      },
      { op: 'replace', value: { __proto__: { active: false } } },
    ])
      assert.deepEqual(patched(operation), ANNA, JSON.stringify(operation));
  });

  it('remove an address and a name, but neither userName nor active', () => {
    assert.equal(patched({ op: 'remove', path: 'emails[type eq "work"].value' }).email, undefined);
    assert.equal(patched({ op: 'remove', path: 'externalId' }).externalId, undefined);
    assert.deepEqual(namesOf(patched({ op: 'remove', path: 'name' })), {
      firstName: 'Anna',
      lastName: 'Berg',
    });
    for (const path of ['userName', 'active']) failsWith('mutability', () => patched({ op: 'remove', path }));
  });

  it('that are malformed are refused', () => {
    const cases: readonly [string, unknown][] = [
      ['invalidSyntax', {}],
      ['invalidSyntax', { Operations: [] }],
      ['invalidSyntax', { Operations: {} }],
      ['invalidSyntax', { Operations: [null] }],
      ['invalidSyntax', { Operations: [{ op: 'move', path: 'active', value: true }] }],
      ['noTarget', { Operations: [{ op: 'remove' }] }],
      ['invalidValue', { Operations: [{ op: 'add', path: 'active' }] }],
      ['invalidValue', { Operations: [{ op: 'add', value: { [CORE_USER]: [{ active: false }] } }] }],
      ['noTarget', { Operations: [{ op: 'remove', path: CORE_USER }] }],
      ['invalidValue', { Operations: [{ op: 'add', value: 'x' }] }],
      ['invalidValue', { Operations: [{ op: 'add', path: 'active', value: 'maybe' }] }],
      ['invalidValue', { Operations: [{ op: 'add', path: 'active', value: 0 }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'userName', value: '' }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'userName', value: 'a\u0000b' }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'userName', value: { a: 1 } }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'name', value: 'Anna' }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'name.givenName', value: 'a'.repeat(101) }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'emails', value: [1] }] }],
      ['invalidValue', { Operations: [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }] }],
      ['invalidPath', { Operations: [{ op: 'replace', path: 7, value: 1 }] }],
      ['invalidPath', { Operations: [{ op: 'replace', path: 'a[', value: 1 }] }],
    ];
    for (const [scimType, body] of cases) failsWith(scimType, () => changeUser(ANNA, readChanges(body)));
  });
});

describe('a user of a directory', () => {
  it('has the address of emails, or userName if it is one', () => {
    assert.equal(emailOf(readUser({ userName: 'Anna@Example.org' })), 'anna@example.org');
    assert.equal(emailOf(readUser({ userName: 'anna' })), undefined);
    const emails = [{ value: 'first@example.org' }, { value: 'a@example.org', primary: 'True' }];
    assert.equal(emailOf(readUser({ username: 'anna', EMAILS: emails })), 'a@example.org');
  });

  it('has names, whatever the directory sends', () => {
    assert.deepEqual(namesOf(readUser({ userName: 'x', name: { givenName: 'A', familyName: 'B' } })), {
      firstName: 'A',
      lastName: 'B',
    });
    assert.deepEqual(namesOf(readUser({ userName: 'x', displayName: 'Anna Maria Berg' })), {
      firstName: 'Anna Maria',
      lastName: 'Berg',
    });
    assert.deepEqual(namesOf(readUser({ userName: 'anna.berg@example.org' })), {
      firstName: 'anna',
      lastName: 'berg',
    });
    assert.deepEqual(namesOf(readUser({ userName: 'anna', name: null })), {
      firstName: 'anna',
      lastName: '',
    });
  });

  it('keeps active and externalId where a PUT does not name them', () => {
    const replaced = readUser({ userName: 'anna' }, { ...ANNA, active: false });
    assert.deepEqual([replaced.active, replaced.externalId, replaced.email], [false, '4711', undefined]);
    assert.equal(readUser({ userName: 'anna', externalId: null }, ANNA).externalId, undefined);
  });

  it('is the same in any case and in letters of another width', () => {
    assert.equal(keyOf('ANNA@example.org'), keyOf('ａnna@example.org'));
  });
});

const [A, B, C] = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string];
const NURSES = { displayName: 'Nurses', externalId: '1', members: new Set([A, B]) };
const groupAfter = (...operations: unknown[]) => changeGroup(NURSES, readChanges({ Operations: operations }));

describe('changes of a group', () => {
  it('add and remove members as each directory writes them', () => {
    for (const operation of [
      { op: 'Remove', path: 'members', value: [{ value: B }] },
      { op: 'Remove', path: 'members', value: [{ $ref: null, value: B.toUpperCase() }] },
      { op: 'remove', path: `members[value eq "${B}"]` },
      { op: 'replace', path: 'members', value: [{ value: A }] },
      { op: 'replace', value: { id: 'x', members: [{ value: A, display: 'Anna' }] } },
    ])
      assert.deepEqual([...groupAfter(operation).members], [A], JSON.stringify(operation));
    for (const operation of [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: C }] },
      { op: 'add', path: 'members', value: { value: C } },
      { op: 'add', value: { members: [{ value: C }, { value: A }] } },
    ])
      assert.deepEqual([...groupAfter(operation).members].sort(), [A, B, C], JSON.stringify(operation));
    assert.equal(groupAfter({ op: 'remove', path: 'members' }).members.size, 0);
    assert.equal(groupAfter({ op: 'remove', path: 'members', value: [] }).members.size, 2);
  });

  it('rename it', () => {
    assert.equal(
      groupAfter({ op: 'replace', value: { id: 'x', displayName: 'Carers' } }).displayName,
      'Carers',
    );
    assert.equal(groupAfter({ op: 'Replace', path: 'displayName', value: 'Carers' }).displayName, 'Carers');
    failsWith('mutability', () => groupAfter({ op: 'remove', path: 'displayName' }));
    failsWith('invalidValue', () => groupAfter({ op: 'replace', path: 'displayName', value: '' }));
  });

  it('that are malformed are refused', () => {
    failsWith('invalidValue', () => groupAfter({ op: 'add', path: 'members', value: [7] }));
    failsWith('invalidValue', () => groupAfter({ op: 'add', path: 'members', value: [{ display: 'Anna' }] }));
    failsWith('invalidFilter', () => groupAfter({ op: 'remove', path: 'members[display eq "Anna"]' }));
    failsWith('noTarget', () =>
      groupAfter({ op: 'remove', path: `members[value eq "${A}" and value eq "${B}"]` }),
    );
    failsWith('invalidValue', () => readGroup({ members: [] }));
  });

  it('keep the members where a PUT does not name them', () => {
    assert.equal(readGroup({ displayName: 'Nurses' }, NURSES).members.size, 2);
    assert.equal(readGroup({ displayName: 'Nurses', members: [] }, NURSES).members.size, 0);
  });
});

it('whatever a directory sends is read or refused', () => {
  for (const value of NASTY) {
    refusesOrReads(() => readChanges(value));
    refusesOrReads(() => readChanges({ Operations: value }));
    refusesOrReads(() => readChanges({ Operations: [{ op: value, path: value, value }] }));
    for (const attribute of ATTRIBUTES) {
      refusesOrReads(() => readUser({ userName: 'x', [attribute]: value }));
      refusesOrReads(() => readGroup({ displayName: 'x', [attribute]: value }));
      for (const op of ['add', 'replace', 'remove'])
        for (const operation of [
          { op, path: attribute, value },
          { op, value: { [attribute]: value } },
        ]) {
          refusesOrReads(() => patched(operation));
          refusesOrReads(() => groupAfter(operation));
        }
    }
  }
});
