import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type HealthEvidence,
  healthCauses,
  healthScore,
  isHighRisk,
  riskScore,
} from '../../src/people/health-score.ts';

const nothing: HealthEvidence = {
  heartRate: null,
  heartRateJitter: null,
  spo2: null,
  batteryLevel: null,
  sensorsInitialized: null,
  recentFalls: [],
};
const well: HealthEvidence = {
  heartRate: 72,
  heartRateJitter: 2,
  spo2: 98,
  batteryLevel: 80,
  sensorsInitialized: true,
  recentFalls: [],
};

describe('the health score', () => {
  it('is 100 when nothing is known or nothing is wrong', () => {
    assert.equal(healthScore(nothing), 100);
    assert.equal(healthScore(well), 100);
  });

  it('drops with each of its five factors', () => {
    const wrong: Partial<HealthEvidence>[] = [
      { heartRate: 35 },
      { heartRate: 170 },
      { heartRateJitter: 40 },
      { spo2: 84 },
      { recentFalls: ['HIGH'] },
      { batteryLevel: 5 },
      { sensorsInitialized: false },
    ];
    for (const change of wrong) assert.ok(healthScore({ ...well, ...change }) < 100, JSON.stringify(change));
  });

  it('never rises when a factor gets worse', () => {
    const falling = (values: readonly number[], of: (value: number) => Partial<HealthEvidence>) => {
      const scores = values.map((value) => healthScore({ ...well, ...of(value) }));
      assert.deepEqual(
        scores,
        [...scores].sort((a, b) => b - a),
      );
    };
    const down = Array.from({ length: 101 }, (_, i) => 100 - i);
    falling(down, (spo2) => ({ spo2 }));
    falling(down, (batteryLevel) => ({ batteryLevel }));
    falling([...down].reverse(), (heartRateJitter) => ({ heartRateJitter }));
    falling(
      [...down].reverse().map((over) => 80 + 2 * over),
      (heartRate) => ({ heartRate }),
    );
    falling(down.slice(20), (heartRate) => ({ heartRate }));
    falling([0, 1, 2, 5, 50], (count) => ({ recentFalls: Array<'POTENTIAL'>(count).fill('POTENTIAL') }));
  });

  it('stays an integer from 0 to 100', () => {
    const worst = healthScore({
      heartRate: 0,
      heartRateJitter: 300,
      spo2: 0,
      batteryLevel: 0,
      sensorsInitialized: false,
      recentFalls: Array<'CONFIRMED'>(100).fill('CONFIRMED'),
    });
    assert.ok(Number.isInteger(worst) && worst >= 0 && worst <= 100, String(worst));
  });

  it('names what lowered it, the greatest first, and with all points that are lost', () => {
    const evidence: HealthEvidence = {
      ...well,
      spo2: 93,
      batteryLevel: 5,
      recentFalls: ['HIGH', 'SUSPICIOUS'],
    };
    const causes = healthCauses(evidence);
    assert.deepEqual(causes, [
      { factor: 'FALLS', points: 15 },
      { factor: 'SPO2', points: 8 },
      { factor: 'BATTERY', points: 8 },
    ]);
    const lost = causes.reduce((sum, { points }) => sum + points, 0);
    assert.equal(healthScore(evidence), 100 - lost);
    assert.deepEqual(healthCauses(well), []);
  });

  it('puts the risk at 75 for a confirmed fall with abnormal vitals', () => {
    const score = healthScore({ ...well, heartRate: 150, spo2: 85, recentFalls: ['CONFIRMED'] });
    assert.ok(riskScore(score) >= 75, String(riskScore(score)));
    assert.ok(isHighRisk(score));
  });

  it('marks a person as high-risk from a risk of exactly 75', () => {
    assert.equal(riskScore(25), 75);
    assert.ok(isHighRisk(25));
    assert.ok(!isHighRisk(26));
  });
});
