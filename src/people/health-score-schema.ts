import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';
import { HEALTH_FACTORS } from './health-score.ts';

export const healthScore = () =>
  t.integer(0, 100, 'points', 'Health score: 100 without a problem, or without data', 96);

const HealthCause = t.record('HealthCause', 'Cause of a lowered health score', {
  factor: t.vocabulary('HealthFactor', 'What lowers the score', HEALTH_FACTORS, 'SPO2'),
  points: t.integer(1, 50, 'points', 'Points that it costs', 8),
});

export const HealthCauses = Type.Array(HealthCause, {
  description: 'What lowered the score, the greatest first',
});
