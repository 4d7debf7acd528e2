import { maySignalAsWearer, type Viewer } from '../../accounts/permissions.ts';
import { signCheckIn } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { type FallRecord, type FallRow, fallRecord, findFall } from '../../response/fall/index.ts';
import { findFallToCancel, type Responses } from '../../response/index.ts';
import type { FallAlerts } from '../raise/raise.ts';
import type { WearerSignal } from './schema.ts';

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
    signal: WearerSignal,
    options?: WearerSignalOptions,
  ): Promise<SignalOutcome>;
}

interface WearerSignalsDeps {
  readonly db: Database;
  readonly responses: Pick<Responses, 'cancel'>;
  readonly fallAlerts: Pick<FallAlerts, 'raiseFromHelp'>;
  /** The test book (docs/home.md, "Test book"); a press outside a shake test is none of its tests. */
  readonly recordHelpPress: (q: Queryable, deviceId: string, at: Date) => Promise<unknown>;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/response.md, "Endpoints": "I'm OK" and "I need help", the same over every transport. */
export function createWearerSignals({
  db,
  responses,
  fallAlerts,
  recordHelpPress,
  now,
  log,
}: WearerSignalsDeps): WearerSignals {
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
    const deviceId = device?.id ?? null;
    const at = new Date(now());
    const { fall, change } = await fallAlerts.raiseFromHelp({
      userId,
      isPress: device !== undefined,
      deviceId,
      at,
      resent: repeatsForMs === undefined ? undefined : isMarked ? 'marked' : 'suspected',
    });
    // The call for help is raised: nothing that is only written down may fail it.
    if (deviceId !== null)
      await recordHelpPress(db, deviceId, at).catch((error: unknown) =>
        log.error({ err: error, deviceId }, 'test book: a press of the help button is not recorded'),
      );
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
    answer(wearer, device, signal, options = {}) {
      if (!maySignalAsWearer(wearer, device)) {
        return Promise.reject(new Forbidden('Only the wearer can send this signal'));
      }
      const { userId } = wearer;
      // A press on a wearable never counts as a flood, so it does not wait for signals that may. A press is not lost to a
      // resend of an earlier one.
      const isResent = signal === 'help' && options.repeatsForMs !== undefined;
      const key = `${userId} ${signal} ${device === undefined ? 'without' : 'with'} a wearable${isResent ? ', resent' : ''}`;
      const same = underWay.get(key);
      if (same !== undefined) return same.then(({ fall }) => ({ status: 200, fall, isNew: false }));
      const work = (signal === 'help' ? help(userId, device, options) : ok(userId, options)).finally(() =>
        underWay.delete(key),
      );
      underWay.set(key, work);
      return work;
    },
  };
}
