import { maySignalAsWearer, type Viewer } from '../accounts/permissions.ts';
import { signCheckIn } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import { findFallToCancel, type Responses } from '../response/index.ts';
import { type FallRecord, fallRecord } from './fall-record.ts';
import type { FallAlerts } from './raise.ts';
import { type FallRow, findFall } from './store/falls.ts';
import type { WearerSignal } from './wearer-signal-schema.ts';

/** The device that sent the signal; it has no id before its first reading. */
export interface Wearable {
  readonly id: string | null;
  readonly userId: string;
}

export interface SignalOutcome {
  /** 201 when a call for help recorded a fall. */
  readonly status: 200 | 201;
  readonly fall: FallRecord;
  /** False for a repetition. */
  readonly isNew: boolean;
}

interface WearerSignalOptions {
  /** The message may repeat one that arrived at most this long ago. */
  readonly repeatsForMs?: number;
  /** Its sender says that it repeats one; otherwise the service only suspects it. */
  readonly isMarked?: boolean;
}

export interface WearerSignals {
  /** Handles a wearer's signal; `device` is the wearable it came from, if any. */
  answer(
    wearer: Viewer,
    device: Wearable | undefined,
    said: WearerSignal,
    options?: WearerSignalOptions,
  ): Promise<SignalOutcome>;
}

interface WearerSignalsDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'cancel'>;
  readonly fallAlerts: Pick<FallAlerts, 'raiseFromHelp'>;
  readonly now: () => number;
}

/** docs/response.md, "Endpoints": "I'm OK" and "I need help", the same over every transport. */
export function createWearerSignals({ db, responses, fallAlerts, now }: WearerSignalsDeps): WearerSignals {
  /**
   * Signals in progress, by person, signal and whether a wearable sent it. A button that is pressed repeatedly must not
   * occupy every connection of the pool.
   */
  const underWay = new Map<string, Promise<SignalOutcome>>();

  async function help(
    userId: string,
    device: Wearable | undefined,
    { repeatsForMs, isMarked = false }: WearerSignalOptions,
  ): Promise<SignalOutcome> {
    const { fall, change } = await fallAlerts.raiseFromHelp({
      userId,
      isPress: device !== undefined,
      deviceId: device?.id ?? null,
      at: new Date(now()),
      resent: repeatsForMs === undefined ? undefined : isMarked ? 'marked' : 'suspected',
    });
    return {
      status: change === 'recorded' ? 201 : 200,
      fall: await fallRecord(db, fall),
      isNew: change !== 'none',
    };
  }

  async function ok(userId: string, { repeatsForMs }: WearerSignalOptions): Promise<SignalOutcome> {
    // Also without a fall: the press is a sign of life (docs/home.md, "Check-in").
    await signCheckIn(db, userId, new Date(now()));
    const since = repeatsForMs === undefined ? undefined : new Date(now() - repeatsForMs);
    const meant = await findFallToCancel(db, userId, since);
    if (meant === undefined) throw new NotFound('Unresolved fall');
    const { fallId, isCancelled } = meant;
    if (!isCancelled) await responses.cancel(fallId, userId);
    const fall: FallRow | undefined = await findFall(db, fallId);
    if (fall === undefined) throw new NotFound('Fall');
    return { status: 200, fall: await fallRecord(db, fall), isNew: !isCancelled };
  }

  return {
    answer(wearer, device, said, options = {}) {
      if (!maySignalAsWearer(wearer, device)) {
        return Promise.reject(new Forbidden('Only the wearer can send this signal'));
      }
      const { userId } = wearer;
      // A press on a wearable never counts as a flood, so it does not wait for signals that may. A press is not lost to a
      // resend of an earlier one.
      const isResent = said === 'help' && options.repeatsForMs !== undefined;
      const key = `${userId} ${said} ${device === undefined ? 'without' : 'with'} a wearable${isResent ? ', resent' : ''}`;
      const same = underWay.get(key);
      if (same !== undefined) return same.then(({ fall }) => ({ status: 200, fall, isNew: false }));
      const work = (said === 'help' ? help(userId, device, options) : ok(userId, options)).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, work);
      return work;
    },
  };
}
