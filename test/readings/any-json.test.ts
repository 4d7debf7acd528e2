import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../src/platform/errors.ts';
import { checkEntry } from '../../src/readings/backlog/backlog-check.ts';
import { checkReading } from '../../src/readings/reading-check.ts';
import { resting } from '../helpers/readings.ts';
import { seededRandom } from '../scoring/synthetic.ts';

/**
 * The checks run in socket callbacks, where an exception would end the process, so they must accept any JSON.
 */
describe('the check of a reading', () => {
  const MAC = 'AA:BB:CC:00:11:22';
  const CASES = 8_000;
  const random = seededRandom(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

  /**
   * Random values that JSON.parse can return, including names and numbers that JavaScript converts in odd
   * ways.
   */
  function anything(depth: number): unknown {
    const plain = [null, true, false, 0, -0, -1, 1e308, 5e-324, 0.5, '', '0', 'x'.repeat(300), '\ud800', MAC];
    if (depth === 0 || random() < 0.4) return pick(plain);
    const inner = () => anything(depth - 1);
    if (random() < 0.5) return Array.from({ length: Math.floor(random() * 4) }, inner);
    const names = ['valueOf', 'toString', 'toJSON', 'then', 'length', '__proto__', 'constructor', '0'];
    return JSON.parse(
      `{${names.slice(0, Math.floor(random() * 9)).map((name) => `"${name}":${JSON.stringify(inner())}`)}}`,
    );
  }

  const NAMES = [
    ...Object.keys(resting(MAC)),
    'samples',
    'firmware_version',
    'fsr',
    'recorded_at',
    '__proto__',
  ];

  function anyReading(): unknown {
    if (random() < 0.05) return anything(3);
    const reading: Record<string, unknown> = { ...resting(MAC), recorded_at: new Date().toISOString() };
    for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--)
      reading[pick(NAMES)] = anything(4);
    return reading;
  }

  it('accepts or refuses any JSON and never throws', () => {
    let refused = 0;
    for (let i = 0; i < CASES; i++) {
      const body = anyReading();
      assert.doesNotThrow(() => {
        if (checkReading(body) instanceof AppError) refused += 1;
        checkEntry(body, MAC, Date.now());
      }, JSON.stringify(body));
    }
    assert.ok(refused > CASES / 4 && refused < CASES, `${refused} of ${CASES} were refused`);
  });
});
