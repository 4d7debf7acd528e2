import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { storedOnce } from '../../loadtest/stored.ts';

suite('the comparison of acknowledgements with the table', () => {
  test('fails for a lost reading and for a reading stored twice', () => {
    const sent = { acknowledged: 100, unanswered: 0 };
    assert.equal(storedOnce(sent, 100).holds, true);
    assert.equal(storedOnce(sent, 99).holds, false);
    assert.equal(storedOnce(sent, 101).holds, false);
  });

  test('accepts an unanswered reading stored or not, and reports it', () => {
    const sent = { acknowledged: 100, unanswered: 3 };
    for (const rows of [100, 101, 103]) assert.equal(storedOnce(sent, rows).holds, true);
    assert.equal(storedOnce(sent, 99).holds, false);
    assert.equal(storedOnce(sent, 104).holds, false);
    assert.match(storedOnce(sent, 101).found, /3 without an answer/);
  });
});
