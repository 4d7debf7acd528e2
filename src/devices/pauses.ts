import type { EventLog } from '../live/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { deviceDisabled, NotFound } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { DEVICE_PAUSED } from './cluster-events.ts';
import type { WantedFirmware } from './records.ts';
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
  readonly firmware: WantedFirmware;
  readonly now: () => number;
  readonly log: Log;
}

type PausedDevice = Pick<DeviceRow, 'id' | 'userId' | 'macAddress'>;

/** docs/contract.md, "Devices": a wearable that says that it does not measure for now. */
export class Pauses {
  readonly #deps: PauseDeps;
  /** By device. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, { reason: PauseReason | null; done: Promise<void> }>();
  #inFlight: Promise<unknown> = Promise.resolve();

  constructor(deps: PauseDeps) {
    this.#deps = deps;
  }

  /**
   * Null: it measures again. A repetition changes nothing. One after the other for each device, and the last of those that
   * wait for their turn counts for all of them: a device that says it often must not occupy the database.
   */
  set(device: PausedDevice, reason: PauseReason | null): Promise<void> {
    const { id } = device;
    const waiting = this.#waiting.get(id);
    if (waiting !== undefined) {
      waiting.reason = reason;
      return waiting.done;
    }
    const turn = { reason, done: Promise.resolve() };
    turn.done = (this.#underWay.get(id) ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#waiting.delete(id);
        return this.#set(device, turn.reason);
      })
      .finally(() => {
        if (this.#underWay.get(id) === turn.done) this.#underWay.delete(id);
      });
    this.#waiting.set(id, turn);
    this.#underWay.set(id, turn.done);
    return turn.done;
  }

  async #set({ id, userId, macAddress }: PausedDevice, reason: PauseReason | null): Promise<void> {
    const at = new Date(this.#deps.now());
    await this.#change(id, at, async (q) => {
      const row = await setPause(q, { id, userId }, reason, at);
      if (row === undefined) throw new NotFound('Device');
      if (row.disabled) throw deviceDisabled();
      return row.changed ? row : undefined;
    });
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
    this.#inFlight = Promise.all([this.#inFlight, change]).then(() => {});
  };

  async close(): Promise<void> {
    await Promise.allSettled([this.#inFlight, ...this.#underWay.values()]);
  }

  #change(id: string, at: Date, change: (q: Queryable) => Promise<DeviceRow | undefined>): Promise<void> {
    const { events, readings, firmware } = this.#deps;
    return events.transaction(async (q) => {
      // Locked before the device: see lockCaregiversOf.
      const [people] = await lockAudienceOf(q, [id]);
      const row = await change(q);
      if (row === undefined || people === undefined) return { result: undefined, events: [] };
      const withNewestReport = await readNewestReports(q, readings, [row], at.getTime());
      const changed = { device: withNewestReport(row), people };
      return { result: undefined, events: await announceDeviceStatus(q, [changed], firmware, at) };
    });
  }
}
