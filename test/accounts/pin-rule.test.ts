import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pinComplaint } from '../../src/accounts/passwords/pin-rule.ts';

test('a PIN has 4 to 8 digits, and is neither one digit nor a sequence', () => {
  for (const good of ['4711', '0000001', '1357', '2468', '1212', '12345679', '9870', '1123', '80085'])
    assert.equal(pinComplaint(good), undefined, good);
  for (const bad of ['', '471', '471147114', '47 1', '471a', '٤٧١١', '1111', '00000000', '9999999'])
    assert.ok(pinComplaint(bad), bad);
  for (const sequence of ['1234', '0123', '01234567', '12345678', '9876', '43210', '87654321'])
    assert.match(pinComplaint(sequence) ?? '', /sequence/, sequence);
});
