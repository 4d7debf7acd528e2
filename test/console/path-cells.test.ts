import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CELLS, pathCells } from '../../web/pages/admin/setup/path-cells.ts';

describe('the strip of path tests', () => {
  const NOW = Date.parse('2026-11-18T12:00:00Z');
  const ago = (minutes: number, isPassed = true) => ({
    at: new Date(NOW - minutes * 60_000).toISOString(),
    isPassed,
  });
  /** How many quarters of an hour have this state, and where the first is. */
  const count = (cells: readonly string[], state: string) => [
    cells.filter((cell) => cell === state).length,
    cells.indexOf(state),
  ];

  it('is empty without tests', () => {
    assert.deepEqual(count(pathCells([], [], NOW), 'none'), [CELLS, 0]);
  });

  it('shows a failure in a quarter that has passed tests, too', () => {
    const cells = pathCells([ago(1), ago(6, false), ago(11), ago(20)], [], NOW);
    assert.deepEqual(cells.slice(-3), ['none', 'passed', 'failed']);
  });

  it('fills the time before the listed tests by the changes in the test book', () => {
    const changes = [ago(1), ago(600), ago(660, false), ago(720, false), ago(725), ago(2000)];
    const cells = pathCells([ago(1), ago(240)], changes, NOW);
    assert.deepEqual(count(cells, 'failed'), [5, CELLS - 48]);
    assert.deepEqual(cells[0], 'passed', 'it began before the day');
    assert.equal(cells[CELLS - 42], 'none', 'between the failure and the next test');
    assert.equal(cells[CELLS - 20], 'passed');
    assert.equal(cells[CELLS - 10], 'none', 'there the tests are listed one by one');
  });
});
