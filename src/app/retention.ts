import { retention as accountRetention } from '../accounts/retention.ts';
import { isLasting } from '../devices/store/conditions.ts';
import { retention as fallRetention } from '../falls/retention.ts';
import { retention as liveRetention } from '../live/retention.ts';
import { retention as notifyRetention } from '../notify/retention.ts';
import { retention as peopleRetention } from '../people/retention.ts';
import type { RetentionTask } from '../platform/database/retention.ts';
import { retention as responseRetention } from '../response/retention.ts';
import { retention as sensorRetention } from '../sensors/retention.ts';
import type { Config } from './config.ts';

/**
 * Deletions of expired rows, in the order they run: docs/operations.md, "Housekeeping". Falls come before responses:
 * deleting a fall also deletes its alerts and its timeline, which are then not counted a second time.
 */
export const retentionOf = (config: Config): readonly RetentionTask[] => [
  ...liveRetention(),
  ...accountRetention(config),
  ...notifyRetention(),
  ...fallRetention(config),
  ...responseRetention(config, isLasting),
  ...peopleRetention(config),
  ...sensorRetention(config),
];
