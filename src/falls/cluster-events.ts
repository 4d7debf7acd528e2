import { defineEvent } from '../platform/cluster/events.ts';
import { type Check, isId, isNumber } from '../platform/cluster/messages.ts';
import { FALL_LEVELS, type FallLevel } from '../platform/fall-levels.ts';

const isLevel: Check = (value) => FALL_LEVELS.some((level) => level === value);

/** Via Redis only: an instance that misses it computes a health score that is some points too high. */
export const FALL_RECORDED = defineEvent<{
  readonly fallId: string;
  readonly userId: string;
  readonly level: FallLevel;
  /** Milliseconds since 1970. */
  readonly at: number;
}>('fall.recorded', { fallId: isId, userId: isId, level: isLevel, at: isNumber }, { viaRedisOnly: true });
