import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BoardPerson, Frames } from '../../web/api/records.ts';
import { withDeviceStatus, withReading } from '../../web/state/board-person.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

const PERSON = {
  id: 'rosa',
  name: 'Rosa Marsh',
  room: null,
  ward: null,
  deviceStatus: 'ACTIVE',
  lastSeen: at(0),
  batteryLevel: 80,
  healthScore: 90,
  heartRate: 70,
  spo2: 97,
  recentFalls: 0,
  trend: [],
} satisfies BoardPerson;

const reading = (minutes: number, heartRate = 99) =>
  ({ patientId: 'rosa', timestamp: at(minutes), heartRate, healthScore: 50 }) as Frames['reading']['data'];
const status = (minutes: number | null, value: BoardPerson['deviceStatus']) =>
  ({
    userId: 'rosa',
    status: value,
    lastDataPoint: minutes === null ? null : at(minutes),
    batteryLevel: 10,
  }) as Frames['device.status']['data'];
const facts = ({ lastSeen, deviceStatus }: BoardPerson) => [lastSeen, deviceStatus];

describe('a resident on the board', () => {
  it('was last seen at the newest reading, and is active by it', () => {
    assert.deepEqual(
      facts(withReading({ ...PERSON, deviceStatus: 'INACTIVE' }, reading(45), NOON + 45 * 60_000)),
      [at(45), 'ACTIVE'],
    );
  });

  it('is silent by a reading that was stored long ago, though it is the newest', () => {
    const now = NOON + 100 * 60_000;
    assert.deepEqual(facts(withReading(PERSON, reading(45), now)), [at(45), 'INACTIVE']);
  });

  it('is not moved back by a reading that arrives late', () => {
    assert.deepEqual(withReading(PERSON, reading(-40), NOON), PERSON);
  });

  it('is silent when the wearable that was seen last is', () => {
    assert.deepEqual(facts(withDeviceStatus(PERSON, status(0, 'INACTIVE'))), [at(0), 'INACTIVE']);
  });

  it('is not silent when another wearable, which was seen earlier, is', () => {
    assert.deepEqual(withDeviceStatus(PERSON, status(-90, 'OFFLINE')), PERSON);
    assert.deepEqual(withDeviceStatus(PERSON, status(null, 'UNREGISTERED')), PERSON);
  });

  it('has a wearable as soon as its first one is there', () => {
    const without = { ...PERSON, deviceStatus: null, lastSeen: null };
    assert.deepEqual(facts(withDeviceStatus(without, status(null, 'UNREGISTERED'))), [null, 'UNREGISTERED']);
    assert.deepEqual(facts(withReading(without, reading(1), NOON)), [at(1), 'ACTIVE']);
  });
});
