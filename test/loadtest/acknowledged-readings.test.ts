import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AcknowledgedReadings } from '../../loadtest/mosquitto/acknowledged-readings.ts';

const device = (macAddress: string) => ({ macAddress, token: '', userId: '', email: '' });

suite('readings that were acknowledged before a kill', () => {
  test('one that is missing in the table counts as lost, however many others are there', () => {
    const acknowledged = new AcknowledgedReadings();
    acknowledged.add(device('A'), 1);
    acknowledged.add(device('A'), 2);
    acknowledged.add(device('B'), 1);
    const stored = [
      { mac: 'A', sentAt: 1 },
      { mac: 'B', sentAt: 1 },
    ];
    assert.equal(acknowledged.count, 3);
    assert.equal(acknowledged.missingAmong([...stored, { mac: 'A', sentAt: 2 }]), 0);
    assert.equal(acknowledged.missingAmong([...stored, { mac: 'B', sentAt: 2 }]), 1);
  });
});
