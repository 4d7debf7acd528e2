import { Ago } from '../components/ago.tsx';
import { isQuiet } from '../state/wearable-signal.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import type { StationBoard } from './api.ts';

/** What is heard of a resident's wearable. */
export const SignalWords = ({
  deviceStatus,
  signal,
  pausedAt,
}: Pick<StationBoard['people'][number], 'deviceStatus' | 'signal' | 'pausedAt'>) => (
  <span class="quiet">
    {pausedAt !== null ? (
      <Ago at={pausedAt} calm words={board.row.phoneLocked} />
    ) : isQuiet(signal) && signal.since !== null ? (
      <Ago at={signal.since} calm words={board.row.noSignal} />
    ) : deviceStatus === null ? (
      board.row.noDevice
    ) : (
      common.deviceStatus[deviceStatus]
    )}
  </span>
);
