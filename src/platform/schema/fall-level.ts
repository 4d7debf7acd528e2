import { FALL_LEVELS } from '../fall-levels.ts';
import { vocabulary } from './primitives.ts';

export const level = () =>
  vocabulary(
    'FallLevel',
    'Level by confidence: NO_FALL up to 0.30, SUSPICIOUS up to 0.50, POTENTIAL up to 0.70 (alerts caregivers, as do higher levels), HIGH below 0.90, CONFIRMED from 0.90 (an emergency)',
    FALL_LEVELS,
    'HIGH',
  );
