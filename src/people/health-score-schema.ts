import { integer } from '../platform/schema/primitives.ts';

export const healthScore = () =>
  integer(0, 100, 'points', 'Health score: 100 without a problem, or without data', 96);
