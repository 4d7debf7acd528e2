import { groupedBy } from '../platform/batching/group-by.ts';
import type { Queryable } from '../platform/database/database.ts';
import { SECOND_MS } from '../platform/time.ts';
import { type FallVerifier, type ImpactToVerify, VERIFY_AFTER_S } from '../response/vocabulary.ts';
import { bodyOf } from './registry/window-refill.ts';
import { createVerifier, type Verify } from './scoring/verify.ts';
import { readWeights, WEIGHTS } from './scoring/weights.ts';
import { WINDOW_LENGTH } from './scoring/window.ts';
import { readingsAroundImpacts, signalOf } from './store/readings.ts';

const BEFORE_MS = WINDOW_LENGTH * SECOND_MS;
const AFTER_MS = VERIFY_AFTER_S * SECOND_MS;

/**
 * Judges falls by the stored readings around their impacts (docs/response.md, "Verification"): every instance can, whichever
 * has received them, and by the readings' own times.
 */
export function createFallVerifier(weightsFile?: string): FallVerifier {
  // Its networks are read with the first fall, not at the start.
  let verify: Verify | undefined;
  return {
    async movedOn<Impact extends ImpactToVerify>(q: Queryable, impacts: readonly Impact[]) {
      verify ??= createVerifier(weightsFile === undefined ? WEIGHTS : readWeights(weightsFile));
      const judge = verify;
      const rows = await readingsAroundImpacts(q, impacts, { beforeMs: BEFORE_MS, afterMs: AFTER_MS });
      const readingsOf = groupedBy(rows, ({ impact }) => String(impact));
      const movedOn = impacts.filter(({ impactAt }, i) => {
        const readings = readingsOf(String(i)).map((row) => ({
          timeMs: row.recordedAt.getTime(),
          body: bodyOf(row),
          ...signalOf(row),
        }));
        const impactMs = impactAt.getTime();
        return judge(readings, impactMs, impactMs + AFTER_MS) === 'moved_on';
      });
      return new Set(movedOn);
    },
  };
}
