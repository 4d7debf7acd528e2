import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listPeople, type PeopleFilter, wardsOf } from '../../web/state/people-list.ts';

const EAST = { id: 'e', name: 'East' };
const WEST = { id: 'w', name: 'West' };
const person = (id: string, given: object = {}) => ({
  id,
  name: id,
  room: null,
  ward: null,
  lastSeen: null,
  batteryLevel: null,
  heartRate: null,
  ...given,
});
const PEOPLE = [
  person('Rosa', {
    room: '10',
    ward: EAST,
    batteryLevel: 50,
    heartRate: 70,
    lastSeen: '2026-01-01T00:05:00Z',
  }),
  person('Ärne', {
    room: '9',
    ward: WEST,
    batteryLevel: 9,
    heartRate: 110,
    lastSeen: '2026-01-01T00:01:00Z',
  }),
  person('Ida', { ward: EAST }),
];
const list = (filter: Partial<PeopleFilter>): string =>
  listPeople(PEOPLE, { search: '', wardId: '', sort: 'attention', ...filter })
    .map(({ name }) => name)
    .join(' ');

describe('the list of residents', () => {
  it('keeps the order of attention without a filter', () => {
    assert.equal(list({}), 'Rosa Ärne Ida');
  });

  it('finds residents by ward, and by a part of the name or the room', () => {
    assert.equal(list({ wardId: 'e' }), 'Rosa Ida');
    assert.equal(list({ search: ' äR' }), 'Ärne');
    assert.equal(list({ search: '10' }), 'Rosa');
    assert.equal(list({ search: 'ida', wardId: 'w' }), '');
  });

  it('sorts by each column, with unknown values last', () => {
    assert.equal(list({ sort: 'name' }), 'Ärne Ida Rosa');
    assert.equal(list({ sort: 'room' }), 'Ärne Rosa Ida');
    assert.equal(list({ sort: 'lastReading' }), 'Ärne Rosa Ida');
    assert.equal(list({ sort: 'battery' }), 'Ärne Rosa Ida');
    assert.equal(list({ sort: 'heartRate' }), 'Ärne Rosa Ida');
  });

  it('names each ward once', () => {
    assert.deepEqual(wardsOf(PEOPLE), [EAST, WEST]);
  });
});
