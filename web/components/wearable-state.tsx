import { useMemo } from 'preact/hooks';
import type { DeviceStatus } from '../api/records.ts';
import { now } from '../state/clock.ts';
import { quietMs } from '../state/people.ts';
import { isQuietAfter } from '../state/wearable-signal.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { Ago } from './ago.tsx';

/** One word for a wearable on every page: that of the board (docs/home.md, "Quiet wearables"), when the page was loaded. */
export function WearableState({
  device,
}: {
  readonly device: {
    readonly status: DeviceStatus;
    readonly lastSeen: string | null;
    readonly pausedAt?: string | null;
  };
}) {
  const { status, lastSeen, pausedAt = null } = device;
  const limit = quietMs.value;
  // Not later: a page that gets no readings knows nothing of them.
  const isQuiet = useMemo(
    () => lastSeen !== null && isQuietAfter(lastSeen, now.peek(), limit),
    [device, limit],
  );
  if (lastSeen === null || status === 'DISABLED') return <>{common.deviceStatus[status]}</>;
  if (pausedAt !== null) return <Ago at={pausedAt} calm words={board.row.phoneLocked} />;
  if (!isQuiet) return <>{common.deviceStatus.ACTIVE}</>;
  return <Ago at={lastSeen} calm words={board.row.noSignal} />;
}
