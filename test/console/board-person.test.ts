import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BoardPerson, Frames } from '../../web/api/records.ts';
import { withDeviceStatus, withReading } from '../../web/state/board-person.ts';
import { mayBeQuiet } from '../../web/state/wearable-signal.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

const PERSON = {
  id: 'rosa',
  name: 'Rosa Marsh',
  room: null,
  ward: null,
  deviceStatus: 'ACTIVE',
  lastSeen: at(0),
  signal: { state: 'live', since: at(0) },
  batteryLevel: 80,
  healthScore: 90,
  heartRate: 70,
  spo2: 97,
  recentFalls: 0,
  trend: [],
  absence: null,
  absenceEndedAt: null,
  charging: false,
  notWorn: false,
  paused: null,
  pausedAt: null,
  moving: false,
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
const QUIET_MS = 60_000;
const facts = ({ lastSeen, deviceStatus }: BoardPerson) => [lastSeen, deviceStatus];

describe('a resident on the board', () => {
  it('was last seen at the newest reading, and is active by it', () => {
    assert.deepEqual(
      facts(withReading({ ...PERSON, deviceStatus: 'INACTIVE' }, reading(45), NOON + 45 * 60_000, QUIET_MS)),
      [at(45), 'ACTIVE'],
    );
  });

  it('is silent by a reading that was stored long ago, though it is the newest', () => {
    const now = NOON + 100 * 60_000;
    assert.deepEqual(facts(withReading(PERSON, reading(45), now, QUIET_MS)), [at(45), 'INACTIVE']);
  });

  it('is not moved back by a reading that arrives late', () => {
    assert.deepEqual(withReading(PERSON, reading(-40), NOON, QUIET_MS), PERSON);
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
    assert.deepEqual(facts(withReading(without, reading(1), NOON, QUIET_MS)), [at(1), 'ACTIVE']);
  });

  it('has a signal again with a new reading, not with one that is as old as the silence', () => {
    const quiet = { ...PERSON, signal: { state: 'quiet', since: at(0) } } as const;
    const after = (minutes: number) =>
      withReading(quiet, reading(minutes), NOON + 5 * 60_000, QUIET_MS).signal;
    assert.deepEqual(after(5), { state: 'live', since: at(5) });
    assert.deepEqual(after(2), { state: 'quiet', since: at(2) });
  });

  it('may be quiet, so that the board is asked, once the newest known reading is that old', () => {
    const ask = (state: 'live' | 'quiet' | 'none', age: number) =>
      mayBeQuiet([{ state, since: state === 'none' ? null : at(0) }], NOON + age, 60_000);
    assert.deepEqual([ask('live', 59_999), ask('live', 60_000)], [false, true]);
    assert.deepEqual([ask('quiet', 90_000), ask('none', 90_000)], [false, false]);
  });
});
