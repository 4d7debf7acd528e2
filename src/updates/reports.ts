import type { Database, Queryable } from '../platform/database/database.ts';
import { pgNotify } from '../platform/database/pg-listener.ts';
import { Conflict } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { DAY_MS } from '../platform/time.ts';
import type { AdminNotices } from '../response/index.ts';
import { isNews, isTooMuch } from './rules.ts';
import { lockState, OFFERS_CHANGED, outcomesOf, setState, stop, takeTurn } from './store.ts';
import type { ReportedState, UpdateState } from './vocabulary.ts';

export interface ReportDeps {
  readonly db: Database;
  readonly adminNotices: Pick<AdminNotices, 'notify' | 'end'>;
  readonly now: () => number;
  readonly log: Log;
}

interface Report {
  readonly version: string;
  readonly state: ReportedState;
  readonly error?: string | null | undefined;
}

const SHOWN_MS = 30 * DAY_MS;
export const noticeSubject = (imageId: string): string => `firmware-stopped ${imageId}`;

/** What wearables say about updates, over HTTP and MQTT. */
export class UpdateReports {
  readonly #deps: ReportDeps;

  constructor(deps: ReportDeps) {
    this.#deps = deps;
  }

  /** Throws Conflict for a version that the wearable is not offered. */
  async take(
    device: { readonly id: string; readonly macAddress: string },
    { version, state, error }: Report,
  ): Promise<{ readonly version: string; readonly state: UpdateState }> {
    const { db, now } = this.#deps;
    const at = new Date(now());
    const isFailure = state === 'failed' || state === 'rolled_back';
    const { stopped, ...recorded } = await db.transaction(async (q) => {
      // Failures of the same moment must count each other.
      if (isFailure) await takeTurn(q);
      const before = await lockState(q, device.id, version);
      if (before === undefined)
        throw new Conflict(`The version ${version} is not offered to this wearable`, {
          code: 'UPDATE_NOT_OFFERED',
        });
      const { imageId } = before;
      const kept = { version: before.version, state: before.state, stopped: undefined };
      if (!isNews(before.state, state)) return kept;
      await setState(q, { imageId, deviceId: device.id, state, error: isFailure ? error || null : null, at });
      await pgNotify(q, 'vigil_firmware', device.macAddress);
      return { ...kept, state, stopped: isFailure ? await stopIfTooMuch(q, imageId, at) : undefined };
    });
    if (stopped !== undefined) await this.#notify(stopped);
    return recorded;
  }

  /** The rollout has stopped; that the admins could not be told must not make the wearable report again. */
  async #notify({
    imageId,
    version,
    failed,
  }: {
    imageId: string;
    version: string;
    failed: number;
  }): Promise<void> {
    const { adminNotices, log } = this.#deps;
    log.warn({ version, failed }, 'updates: a rollout has stopped, because too many wearables failed');
    try {
      await adminNotices.notify({
        subject: noticeSubject(imageId),
        content: { about: 'firmware-stopped', version, failed },
        shownMs: SHOWN_MS,
      });
    } catch (error) {
      log.error({ err: error }, 'updates: notifying the admins of a stopped rollout failed');
    }
  }
}

async function stopIfTooMuch(q: Queryable, imageId: string, at: Date) {
  const outcomes = await outcomesOf(q, imageId);
  if (outcomes === undefined || outcomes.isStopped || !isTooMuch(outcomes)) return undefined;
  if (!(await stop(q, imageId, at))) return undefined;
  await pgNotify(q, 'vigil_firmware', OFFERS_CHANGED);
  return { imageId, version: outcomes.version, failed: outcomes.failed };
}
