import type { Database } from '../platform/database/database.ts';
import type { RetentionBatch } from '../platform/database/retention.ts';
import { eraseReadingsOf, keysToErase } from './store/erasures.ts';

interface ErasureDeps {
  readonly db: Database;
  readonly onFailed: (deviceKey: number, error: unknown) => void;
}

const ERASE_BATCH = 10_000;
const KEYS_AT_ONCE = 100;

/**
 * Erases the readings of deleted devices, one device after the other. If a device fails, the run continues with the
 * others and fails at its end.
 */
export function createErasure({ db, onFailed }: ErasureDeps): RetentionBatch {
  let after = 0;
  let keys: number[] = [];
  let failure: unknown;
  const advance = (): void => {
    after = keys.shift() ?? after;
  };

  return async () => {
    if (keys.length === 0)
      keys = (await keysToErase(db, after, KEYS_AT_ONCE)).map(({ deviceKey }) => deviceKey);
    const [key] = keys;
    if (key === undefined) {
      if (failure !== undefined) throw failure;
      return { rows: 0, isDone: true };
    }
    try {
      const { rows, isAll, isOurTurn } = await eraseReadingsOf(db, key, ERASE_BATCH);
      if (!isOurTurn) return { rows: 0, isDone: true, isOthersTurn: true };
      if (isAll) advance();
      return { rows, isDone: false };
    } catch (error) {
      onFailed(key, error);
      failure = error;
      advance();
      return { rows: 0, isDone: false };
    }
  };
}
