import { Ago } from '../components/ago.tsx';
import { isQuiet } from '../state/wearable-signal.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import type { StationBoard } from './api.ts';

/** What is heard of a resident's wearable. */
export const SignalWords = ({
  deviceStatus,
  signal,
}: Pick<StationBoard['people'][number], 'deviceStatus' | 'signal'>) => (
  <span class="quiet">
    {isQuiet(signal) && signal.since !== null ? (
      <Ago at={signal.since} calm words={board.row.noSignal} />
    ) : deviceStatus === null ? (
      board.row.noDevice
    ) : (
      common.deviceStatus[deviceStatus]
    )}
  </span>
);
