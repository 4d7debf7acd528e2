import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Candidate, decide } from '../../src/sign-on/link-rules.ts';

const account = (more: Partial<Candidate> = {}): Candidate => ({
  id: 'one',
  role: 'CAREGIVER',
  status: 'active',
  lastLogin: new Date(0),
  isFromDirectory: false,
  ...more,
});
const byEmail = (more: Partial<Candidate>, role: 'ADMIN' | 'CAREGIVER' | undefined = 'CAREGIVER') =>
  decide({ linked: undefined, sameEmail: account(more), role });

test('a person whom nobody knows gets an account', () => {
  assert.deepEqual(decide({ linked: undefined, sameEmail: undefined, role: 'ADMIN' }), { kind: 'create' });
});

test('issuer and subject name the account, whatever its e-mail address', () => {
  const linked = account({ id: 'linked' });
  assert.deepEqual(decide({ linked, sameEmail: account(), role: 'CAREGIVER' }), {
    kind: 'enter',
    userId: 'linked',
    unused: false,
  });
});

test('an account that was used is linked only after its password', () => {
  assert.deepEqual(byEmail({}), { kind: 'ask', userId: 'one' });
});

test('an account that was never used is linked if its role is that of the groups', () => {
  assert.deepEqual(byEmail({ lastLogin: null }), { kind: 'enter', userId: 'one', unused: true });
  assert.deepEqual(byEmail({ lastLogin: null, role: 'ADMIN' }), { kind: 'ask', userId: 'one' });
  assert.deepEqual(byEmail({ lastLogin: null }, 'ADMIN'), { kind: 'ask', userId: 'one' });
  const sameEmail = account({ lastLogin: null });
  assert.deepEqual(decide({ linked: undefined, sameEmail, role: undefined }), { kind: 'ask', userId: 'one' });
});

test('an account that the directory created is linked at once', () => {
  assert.deepEqual(byEmail({ isFromDirectory: true }), { kind: 'enter', userId: 'one', unused: false });
});

test('a deactivated account lets nobody in, and a patient does not become staff', () => {
  for (const candidate of [
    account({ status: 'inactive' }),
    account({ status: 'inactive', isFromDirectory: true }),
  ])
    for (const pair of [
      { linked: candidate, sameEmail: undefined },
      { linked: undefined, sameEmail: candidate },
    ])
      assert.deepEqual(decide({ ...pair, role: 'CAREGIVER' }), {
        kind: 'refuse',
        code: 'ACCOUNT_DEACTIVATED',
      });
  assert.deepEqual(byEmail({ role: 'PATIENT', lastLogin: null }), { kind: 'refuse', code: 'OIDC_NOT_STAFF' });
});
