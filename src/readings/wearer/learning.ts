import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { JudgedOutcome, OutcomeLearner } from '../../response/vocabulary.ts';
import { SENSITIVITY_CHANGED } from '../cluster-events.ts';
import { type Learned, learnedFrom, type Mark, offsetAt } from './sensitivity.ts';
import * as store from './store.ts';

/** Computing the same offset again may differ by this much. */
const ROUNDING_ERROR = 1e-6;

interface WearerLearningDeps {
  readonly db: Database;
  readonly cluster: Cluster;
  readonly now: () => number;
}

interface Learning {
  readonly patientId: string;
  readonly learned: Learned;
  readonly revision: number;
  readonly at: Date;
}

/** docs/response.md, "The detector learns its wearer": from outcomes to the wearer's sensitivity, on every instance. */
export class WearerLearning implements OutcomeLearner {
  readonly #deps: WearerLearningDeps;

  constructor(deps: WearerLearningDeps) {
    this.#deps = deps;
  }

  /** Runs in the transaction that sets the outcome, which has locked the fall. */
  async learn(q: Queryable, { fallId, patientId, outcome, at }: JudgedOutcome) {
    const fall = await store.findJudgedFall(q, fallId);
    if (fall === undefined) return undefined;
    const level = markedLevel(fall, outcome);
    if (level === undefined && !fall.isMarked) return undefined;
    const before = await store.lockSensitivity(q, patientId, at);
    if (level === undefined) await store.deleteMark(q, fallId);
    else await store.putMark(q, patientId, { fallId, outcome, level, at: at.getTime() });
    const learned = learnedFrom(await store.marksOf(q, patientId), at.getTime());
    await store.saveSensitivity(q, patientId, learned, at);
    const change = learned.offset - offsetAt(before, at.getTime());
    const isNews = Math.abs(change) > ROUNDING_ERROR;
    return {
      sensitivity: isNews ? (change < 0 ? ('less' as const) : ('more' as const)) : undefined,
      falseAlarms: learned.falseAlarms,
      announce: () => this.#announce({ patientId, learned, revision: before.revision, at }),
    };
  }

  /** Forgets everything that was learned about the patient. */
  async reset(patientId: string, by: string): Promise<void> {
    const at = new Date(this.#deps.now());
    const learned = learnedFrom([], at.getTime());
    const revision = await this.#deps.db.transaction(async (q) => {
      const before = await store.lockSensitivity(q, patientId, at);
      await store.deleteMarks(q, patientId);
      await store.saveSensitivity(q, patientId, learned, at);
      await store.saveReset(q, patientId, by, at);
      return before.revision;
    });
    await this.#announce({ patientId, learned, revision, at });
  }

  /** Runs after the commit. */
  #announce({ patientId, learned, revision, at }: Learning): Promise<void> {
    return this.#deps.cluster.broadcast(SENSITIVITY_CHANGED, {
      userId: patientId,
      ...learned,
      revision,
      at: at.getTime(),
    });
  }
}

/**
 * The level with which an outcome of this fall counts; undefined if it does not. A false alarm counts only against the
 * detector: not if a person reported the fall, or raised it by a call for help. A real fall counts also if the detector
 * missed it and a person reported it, or it alerted nobody (docs/response.md, "Morning questions"). A call for help and a
 * missed check-in say nothing about the detector.
 */
function markedLevel(
  { source, level, detectedLevel }: store.JudgedFall,
  outcome: Mark['outcome'],
): Mark['level'] | undefined {
  if (level === 'SUSPICIOUS') return outcome === 'CONFIRMED' && source === 'STREAM' ? 'POTENTIAL' : undefined;
  if (level !== 'POTENTIAL' && level !== 'HIGH' && level !== 'CONFIRMED') return undefined;
  const counts =
    outcome === 'CONFIRMED'
      ? source === 'STREAM' || source === 'REPORT'
      : source === 'STREAM' && detectedLevel === level;
  return counts ? level : undefined;
}
