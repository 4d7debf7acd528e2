import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { arrange, dueAt, etaMinutesLeft, type Ordered, stageOf } from '../../web/state/alert-order.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-17T03:00:00Z');

type Given = Partial<Omit<Ordered, 'response'>> & Partial<Ordered['response']>;
const alert = (
  id: string,
  { level = 'HIGH', at = NOW, verification = null, ...response }: Given = {},
): Ordered => ({
  id,
  level,
  at,
  verification,
  response: { state: 'OPEN', claimedBy: null, claimedAt: null, etaMinutes: null, ...response },
});
const claimed = (minutesAgo: number, etaMinutes: number | null = null): Given => ({
  state: 'CLAIMED',
  claimedAt: new Date(NOW - minutesAgo * MINUTE_MS).toISOString(),
  etaMinutes,
});
const order = (...alerts: Ordered[]): string =>
  arrange(alerts, () => NOW)
    .map(({ id }) => id)
    .join(' ');

describe('the order of alerts', () => {
  it('puts the unanswered one before three claimed emergencies', () => {
    const emergency = { level: 'CONFIRMED', ...claimed(1) } as const;
    assert.equal(
      order(
        alert('a', emergency),
        alert('b', emergency),
        alert('c', emergency),
        alert('d', { level: 'POTENTIAL' }),
      ),
      'd a b c',
    );
  });

  it('is unanswered, overdue, claimed, residents who are OK, then residents who moved on', () => {
    assert.equal(
      order(
        alert('moved on', { verification: 'moved_on' }),
        alert('moved on, claimed', { level: 'POTENTIAL', verification: 'moved_on', ...claimed(2) }),
        alert('ok', { state: 'RESOLVED', level: 'CONFIRMED' }),
        alert('going', { level: 'CONFIRMED', ...claimed(1) }),
        alert('late', { level: 'POTENTIAL', ...claimed(6) }),
        alert('asked', { level: 'POTENTIAL', state: 'CHECKING' }),
        alert('open', { level: 'POTENTIAL', at: NOW - 1 }),
      ),
      'open asked late going moved on, claimed ok moved on',
    );
  });

  it('has the claims of the user below the unanswered ones, overdue or not', () => {
    const claimedBy = { id: 'me', name: 'Ann Lee' };
    const alerts = [
      alert('open', { level: 'POTENTIAL' }),
      alert('late', { level: 'CONFIRMED', ...claimed(6) }),
      alert('mine', { level: 'POTENTIAL', ...claimed(1), claimedBy }),
      alert('mine, late', { ...claimed(7), claimedBy }),
    ];
    const ids = arrange(alerts, () => NOW, 'me').map(({ id }) => id);
    assert.deepEqual(ids, ['open', 'mine, late', 'mine', 'late']);
  });

  it('is by level and then by age within a stage', () => {
    assert.equal(
      order(
        alert('new', { at: NOW }),
        alert('old', { at: NOW - MINUTE_MS }),
        alert('worst', { level: 'CONFIRMED', at: NOW }),
        alert('least', { level: 'POTENTIAL', at: NOW - 9 * MINUTE_MS }),
      ),
      'worst old new least',
    );
    assert.equal(order(alert('b'), alert('a')), 'a b');
  });

  it('calls a claim overdue after its ETA, or after five minutes without one', () => {
    const stage = (given: Given) => stageOf(alert('a', given), () => NOW);
    assert.equal(stage(claimed(5)), 'claimed');
    assert.equal(stage(claimed(5.1)), 'overdue');
    assert.equal(stage(claimed(9, 10)), 'claimed');
    assert.equal(stage(claimed(3, 2)), 'overdue');
    assert.equal(dueAt(alert('a')), null);
  });

  it('rounds an ETA up, to at most the estimate', () => {
    const left = (minutesAgo: number, eta: number) =>
      etaMinutesLeft(alert('a', claimed(minutesAgo, eta)), NOW);
    assert.deepEqual([left(0.1, 10), left(9.2, 10), left(3, 5), left(7, 5)], [10, 1, 2, 1]);
    assert.equal(left(-0.01, 10), 10);
  });

  it('does not read the clock without a claim', () => {
    assert.equal(
      stageOf(alert('a'), () => assert.fail('the clock was read')),
      'unanswered',
    );
  });
});
