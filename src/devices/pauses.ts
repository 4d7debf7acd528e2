import type { EventLog } from '../live/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deviceDisabled } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { DEVICE_PAUSED } from './cluster-events.ts';
import type { DeviceRow } from './store/devices.ts';
import { endPause, setPause } from './store/pauses.ts';
import { type ReadingsRelation, readNewestReports } from './store/reports.ts';
import type { PauseReason } from './vocabulary.ts';
import { lockAudienceOf } from './watch/conditions.ts';
import { announceDeviceStatus } from './watch/status-changes.ts';

interface PauseDeps {
  readonly readings: ReadingsRelation;
  readonly events: EventLog;
  readonly cluster: Cluster;
  readonly latestFirmware: string | undefined;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/contract.md, "Devices": a wearable that says that it does not measure for now. */
export class Pauses {
  readonly #deps: PauseDeps;
  #inFlight: Promise<unknown> = Promise.resolve();

  constructor(deps: PauseDeps) {
    this.#deps = deps;
  }

  /** Null: it measures again. A repetition changes nothing. */
  async set(
    { id, macAddress, disabled }: Pick<DeviceRow, 'id' | 'macAddress' | 'disabled'>,
    reason: PauseReason | null,
  ): Promise<void> {
    if (disabled) throw deviceDisabled();
    const at = new Date(this.#deps.now());
    await this.#change(id, at, (q) => setPause(q, id, reason, at));
    await this.#deps.cluster.broadcast(DEVICE_PAUSED, {
      macAddress,
      paused: reason !== null,
      at: at.getTime(),
    });
  }

  /** The paused device has sent a reading of this time. */
  readonly ended = ({ id, macAddress }: Pick<DeviceRow, 'id' | 'macAddress'>, atMs: number): void => {
    const at = new Date(atMs);
    const change = this.#change(id, at, (q) => endPause(q, id, at)).then(
      () => this.#deps.cluster.broadcast(DEVICE_PAUSED, { macAddress, paused: false, at: atMs }),
      // Its status shows no pause any more: the reading is newer.
      (error: unknown) =>
        this.#deps.log.error({ err: error }, 'devices: the end of a pause could not be stored'),
    );
    this.#inFlight = Promise.all([this.#inFlight, change]);
  };

  async close(): Promise<void> {
    await this.#inFlight;
  }

  #change(id: string, at: Date, change: (q: Queryable) => Promise<DeviceRow | undefined>): Promise<void> {
    const { events, readings, latestFirmware } = this.#deps;
    return events.transaction(async (q) => {
      // Locked before the device: see lockCaregiversOf.
      const [people] = await lockAudienceOf(q, [id]);
      const row = await change(q);
      if (row === undefined || people === undefined) return { result: undefined, events: [] };
      const withNewestReport = await readNewestReports(q, readings, [row], at.getTime());
      const changed = { device: withNewestReport(row), people };
      return { result: undefined, events: await announceDeviceStatus(q, [changed], latestFirmware, at) };
    });
  }
}
