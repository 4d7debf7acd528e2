import { integer } from '../platform/schema/primitives.ts';

export const healthScore = () =>
  integer(0, 100, 'points', 'How well the person is: 100 with nothing wrong or nothing known', 96);
