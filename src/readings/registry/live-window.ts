import type { DeviceConnection } from '../schedule/send-schedule.ts';

/** A reading that waits while its device's window is replaced. */
export interface HeldReading {
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
  readonly uptime: number;
  readonly connection: DeviceConnection | undefined;
  resume(): void;
}

/** Whether a device's window holds what the table holds, and the work on it (readings/registry/windows.ts). */
export class LiveWindow {
  /** Readings that wait while the window is replaced; undefined otherwise. */
  waiting: HeldReading[] | undefined;
  /** Settles when the work on the window that was requested last is done. */
  lastWork: Promise<void> | undefined;
  /** Called when the device's last reading in flight has its reply. */
  onIdle: (() => void) | undefined;
  /** Pieces of work that need the device's slot; a device keeps its slot while there are any. */
  pins = 0;
  /** The other instances know since this number of resyncs that this one has the newest reading; 0 if they do not. */
  heldSince = 0;
  /** Another instance has stored readings between those of the window. */
  isStale = false;
  /** In milliseconds since 1970. */
  loadedAt = 0;
  /** When a reading arrived last, or the window was loaded. */
  lastArrivedAt = 0;
  /** Time between the last two readings. */
  gapMs = 0;
  connectionId: string | undefined;
}
