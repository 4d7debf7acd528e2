import type { Channels } from '../../notify/index.ts';
import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { receiptKinds } from './open-falls.ts';
import { type FallViewers, notifiedPeople, viewersOf } from './store.ts';

interface ReceiptFrameDeps {
  readonly db: Queryable;
  readonly channels: Pick<Channels, 'givesReceipts'>;
  /** The boards that are connected to this instance. */
  readonly boards: {
    /** Caregivers with an open board; undefined if nobody looks at one, nor any station. */
    watching(): readonly string[] | undefined;
    send(
      frame: { readonly type: 'receipts'; readonly data: object },
      to: Pick<FallViewers, 'caregiverIds' | 'wardId'>,
    ): void;
  };
  readonly now: () => number;
  readonly log: Log;
}

const EVERY_MS = SECOND_MS;
/** A board gets at most so many frames a second, however many people of however many falls report. */
const FALLS_AT_ONCE = 50;
/** Beyond it, boards wait for their next snapshot. */
const MAX_WAITING = 1_000;

/** docs/live-socket.md, "Frames": tells open boards who has received an alert. */
export function createReceiptFrames({ db, channels, boards, now, log }: ReceiptFrameDeps) {
  const waiting = new Set<string>();

  async function sendWaiting(): Promise<void> {
    const fallIds = [...waiting].slice(0, FALLS_AT_ONCE);
    if (fallIds.length === 0) return;
    for (const id of fallIds) waiting.delete(id);
    const watching = boards.watching();
    if (watching === undefined) return waiting.clear();
    const [viewers, notified] = await Promise.all([
      viewersOf(db, fallIds, watching),
      notifiedPeople(db, fallIds, receiptKinds(channels)),
    ]);
    for (const { fallId, step, nextStepAt, ...to } of viewers) {
      const data = { fallId, notified: notified.get(fallId) ?? [], step, nextStepAt };
      boards.send({ type: 'receipts', data }, to);
    }
  }

  const periodic = startPeriodic({
    everyMs: EVERY_MS,
    now,
    work: sendWaiting,
    failed: (error) => log.error({ err: error }, 'live socket: receipts could not be sent to boards'),
  });
  return {
    /** The falls of a notice, see announceReceipts. */
    changed(fallIds = ''): void {
      for (const id of fallIds.split(' ')) if (id !== '' && waiting.size < MAX_WAITING) waiting.add(id);
    },
    close: () => periodic.close(),
  };
}
