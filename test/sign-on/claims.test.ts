import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  authenticatedAt,
  claimsOf,
  groupsIn,
  hasSecondFactor,
  hasTooManyGroups,
  personIn,
} from '../../src/sign-on/claims.ts';

test('an address counts as verified only where the provider says so', () => {
  const email = 'Rosa.Klein@Example.org';
  assert.deepEqual(
    [true, 'true', false, 'yes', 1, null, undefined].map(
      (email_verified) => personIn({ email, email_verified }).isVerified,
    ),
    [true, true, false, false, false, false, false],
  );
  assert.equal(personIn({ email, email_verified: true }).email, 'rosa.klein@example.org');
});

test('an address and whether it is verified come from one source, the ID token or userinfo', () => {
  const person = (idToken: object, userInfo: object) => {
    const { email, isVerified } = personIn(claimsOf({ ...idToken }, { ...userInfo }));
    return [email, isVerified];
  };
  const [one, other] = ['one@example.org', 'other@example.org'];
  const yes = { email_verified: true };
  assert.deepEqual(person({ email: one }, yes), [one, false]);
  assert.deepEqual(person(yes, { email: other }), [other, false]);
  assert.deepEqual(person({ xms_edov: true }, { email: other }), [other, false]);
  assert.deepEqual(person({ email: one }, { email: other, ...yes }), [other, true]);
  assert.deepEqual(person({ email: one, ...yes }, { email: other, email_verified: false }), [one, true]);
  assert.deepEqual(person({ email: one, email_verified: false }, { email: other, ...yes }), [one, false]);
  assert.deepEqual(person({ email: one, xms_edov: '1' }, { email: other }), [one, true]);
  assert.deepEqual(person({ email: one }, { email: other }), [one, false]);
  assert.deepEqual(person({}, { email: other, ...yes }), [other, true]);
  assert.deepEqual(claimsOf({ sub: 'a', name: 'A' }, { sub: 'b', groups: [] }), {
    sub: 'a',
    name: 'A',
    groups: [],
  });
});

test('an address that only looks like another one is none', () => {
  const lookalikes = [
    'rosa@exаmple.org',
    'ｒosa@example.org',
    'rosa@example.org\u200b',
    'roſa@example.org',
    'a@b',
    '',
  ];
  for (const email of [...lookalikes, 7, null, ['rosa@example.org'], { toString: 'x' }])
    assert.deepEqual(
      [personIn({ email, email_verified: true }).email, personIn({ email, email_verified: true }).isVerified],
      [undefined, false],
      JSON.stringify(email),
    );
});

test('a name is one line, with a stand-in where the provider gives none', () => {
  assert.deepEqual(personIn({ name: 'Rosa Maria Klein' }).firstName, 'Rosa Maria');
  assert.deepEqual(personIn({ name: 'Rosa Maria Klein' }).lastName, 'Klein');
  const odd = personIn({ given_name: 'Ro\u202esa\r\nX', family_name: '\u200b', preferred_username: 'rk' });
  assert.deepEqual([odd.firstName, odd.lastName], ['Ro sa X', 'rk']);
  assert.deepEqual(personIn({}).firstName, '?');
  assert.equal(personIn({ given_name: 'x'.repeat(1_000) }).firstName.length, 100);
});

test('groups are texts; a claim that is missing is not an empty one', () => {
  assert.equal(groupsIn({}, 'groups'), undefined);
  assert.equal(groupsIn({}, 'constructor'), undefined);
  assert.deepEqual(groupsIn({ groups: 'nurses' }, 'groups'), ['nurses']);
  assert.deepEqual(groupsIn({ groups: ['nurses', 7, null, ['admins']] }, 'groups'), ['nurses']);
  assert.deepEqual(groupsIn({ groups: { admins: true } }, 'groups'), []);
});

test('an address of Entra ID is verified by the owner of its domain, unless the provider denies it', () => {
  const email = 'rosa.klein@example.org';
  const verified = (claims: object) => personIn({ email, ...claims }).isVerified;
  assert.deepEqual(
    [true, 'true', 1, '1'].map((xms_edov) => verified({ xms_edov })),
    [true, true, true, true],
  );
  assert.deepEqual(
    [false, 0, '0', 'yes', null].map((xms_edov) => verified({ xms_edov })),
    Array(5).fill(false),
  );
  assert.equal(verified({ xms_edov: true, email_verified: false }), false);
});

test('a person of Entra ID has a name without `given_name`', () => {
  const { firstName, lastName } = personIn({
    name: 'Rosa Klein',
    preferred_username: 'rosa@example.org',
    oid: '1',
  });
  assert.deepEqual([firstName, lastName], ['Rosa', 'Klein']);
});

test('groups that are too many for a token are not the same as none', () => {
  const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } };
  assert.equal(hasTooManyGroups(elsewhere, 'groups'), true);
  assert.equal(hasTooManyGroups({ hasgroups: true }, 'groups'), true);
  assert.equal(hasTooManyGroups(elsewhere, 'roles'), false);
  assert.equal(hasTooManyGroups({ ...elsewhere, groups: [] }, 'groups'), false);
  for (const odd of [
    {},
    { _claim_names: null },
    { _claim_names: 'groups' },
    { _claim_names: { address: 'x' } },
  ])
    assert.equal(hasTooManyGroups(odd, 'groups'), false);
});

test('a second factor is one that the provider names', () => {
  for (const claims of [{ amr: ['pwd', 'otp'] }, { amr: ['mfa'] }, { acr: 'phr' }])
    assert.ok(hasSecondFactor(claims), JSON.stringify(claims));
  for (const claims of [
    {},
    { amr: ['pwd'] },
    { amr: ['otp'] },
    { amr: 'mfa' },
    { acr: '0' },
    { acr: ['phr'] },
  ])
    assert.ok(!hasSecondFactor(claims), JSON.stringify(claims));
});

test('the time of an authentication is a number of seconds', () => {
  assert.deepEqual(authenticatedAt({ auth_time: 60 }), new Date(60_000));
  for (const auth_time of [undefined, '60', Number.NaN, -1, Number.POSITIVE_INFINITY])
    assert.equal(authenticatedAt({ auth_time }), null);
});
