import { defineEvent } from '../platform/cluster/events.ts';
import { type Check, isId, isNumber } from '../platform/cluster/messages.ts';

const isOffset: Check = (value) => typeof value === 'number' && value <= 0 && Number.isFinite(value);

/** The detector has learned about a wearer, or was reset: every instance applies it to the wearer's next reading. */
export const SENSITIVITY_CHANGED = defineEvent<{
  readonly userId: string;
  readonly offset: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly falseAlarms: number;
  readonly realFalls: number;
  readonly revision: number;
}>('wearer.sensitivity', {
  userId: isId,
  offset: isOffset,
  at: isNumber,
  falseAlarms: isNumber,
  realFalls: isNumber,
  revision: isNumber,
});

/** The instance `by` has a reading of the device that the windows of the other instances lack. */
export const WINDOW_CHANGED = defineEvent<{ readonly macAddress: string; readonly by: string }>(
  'window.changed',
  { macAddress: isId, by: isId },
  { viaRedisOnly: true },
);
