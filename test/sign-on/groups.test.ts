import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantsOf, mappingOf, wardGroupOf } from '../../src/sign-on/groups.ts';

const mapping = mappingOf({
  oidcAdminGroups: ['vigil-admins'],
  oidcCaregiverGroups: ['nurses', 'cn=night'],
  oidcWardGroups: ['station-1=Ward 1', 'station-1=Garden', 'cn=night=Ward 2', 'east=Ward 1'],
});

test('A group gives its role and its wards', () => {
  assert.deepEqual(grantsOf(mapping, ['nurses', 'station-1', 'chess club']), {
    role: 'CAREGIVER',
    wards: ['Garden', 'Ward 1'],
  });
  assert.deepEqual(grantsOf(mapping, ['cn=night']), { role: 'CAREGIVER', wards: ['Ward 2'] });
});

test('Somebody in groups of both roles is an admin', () => {
  assert.equal(grantsOf(mapping, ['nurses', 'vigil-admins']).role, 'ADMIN');
});

test('A ward that two groups give is named once', () => {
  assert.deepEqual(grantsOf(mapping, ['nurses', 'east', 'station-1']).wards, ['Garden', 'Ward 1']);
});

test('A ward group without a role group gives nothing', () => {
  assert.deepEqual(grantsOf(mapping, ['station-1']), { role: undefined, wards: [] });
  assert.deepEqual(grantsOf(mapping, []), { role: undefined, wards: [] });
});

test('Names of groups are compared exactly', () => {
  for (const group of ['Nurses', 'nurses ', 'ｎurses', 'constructor', '__proto__'])
    assert.deepEqual(grantsOf(mapping, [group, 'station-1']), { role: undefined, wards: [] });
});

test('A group and its ward are parted at the last equals sign', () => {
  assert.deepEqual(wardGroupOf('cn=night = Ward 2'), { group: 'cn=night', ward: 'Ward 2' });
  for (const entry of ['ward', '=ward', 'group=', '=', '']) assert.equal(wardGroupOf(entry), undefined);
});
