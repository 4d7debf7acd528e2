import type { RetentionTask } from '../platform/database/retention.ts';
import type { AppModule } from './app-context.ts';
import type { Border } from './border.ts';
import { CALLBACKS } from './callbacks.ts';
import type { Config } from './config.ts';

/**
 * Deletions of expired rows, in the order they run: docs/operations.md, "Housekeeping". From right to left: deleting a
 * fall also deletes its alerts and its timeline, which the tasks of `response` then do not count a second time.
 */
export const retentionOf = (
  modules: readonly AppModule[],
  config: Config,
  call: Border['call'] = (_module, _part, work) => work(),
): readonly RetentionTask[] =>
  modules
    .toReversed()
    .flatMap(({ name, retention }) =>
      call(name, 'retention', () => retention?.({ ...CALLBACKS, config }) ?? [], []),
    );
