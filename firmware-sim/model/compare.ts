import { cpus } from 'node:os';
import type { Sends } from '../../client/hold.ts';
import { bytesSentPerReading, growthCosts } from '../../loadtest/pages/costs.ts';
import { readDetection, readResults } from '../../loadtest/pages/results.ts';
import { growthOf } from '../../loadtest/rules/cells.ts';
import { usedAt } from '../../loadtest/rules/sizing.ts';
import type { Measured } from './meter.ts';

/** The readings per second of one wearable at the service's usual schedule. */
const INTERVAL_MS = 1_000;
const RETENTION_DAYS = 90;

/** A figure of the played part, and what the sizing of docs/operations.md says of it. */
export interface Compared {
  readonly name: string;
  readonly measured: number | undefined;
  readonly model: number | undefined;
}

export interface FleetReport {
  readonly wearables: number;
  readonly played: number;
  /** So many times the played part is the fleet. */
  readonly factor: number;
  readonly cells: number;
  readonly servers: number;
  readonly readingsPerSecond: number;
  readonly serviceCores: number;
  readonly databaseCores: number;
  readonly compared: readonly Compared[];
  readonly machine: string;
  readonly modelMachine: string;
}

interface Played {
  readonly wearables: number;
  readonly devices: number;
  readonly speed: number;
  readonly send: Sends;
  /** Measured bytes of a message. */
  readonly bytes: number;
}

/** Undefined without the results in docs/benchmarks. */
export function comparedWithModel(
  { wearables, devices, speed, send, bytes }: Played,
  { readings, seconds, cpu }: Measured,
): FleetReport | undefined {
  const results = readResults();
  const costs = growthCosts(results, readDetection());
  if (costs === undefined) return undefined;
  const fleet = growthOf(wearables, { intervalMs: INTERVAL_MS, retentionDays: RETENTION_DAYS }, costs);
  const rate = (devices * speed * 1000) / INTERVAL_MS;
  const part = usedAt(costs.alone, rate);
  const each = (seconds: number | undefined): number | undefined =>
    seconds === undefined || seconds === 0 || readings === 0 ? undefined : (seconds * 1e6) / readings;
  return {
    wearables,
    played: devices,
    factor: wearables / devices,
    cells: fleet.cells,
    servers: fleet.servers,
    readingsPerSecond: fleet.readingsPerSecond,
    serviceCores: fleet.serviceCores,
    databaseCores: fleet.databaseCores,
    compared: [
      { name: 'readings/s', measured: readings / seconds, model: rate },
      {
        name: 'service, µs of CPU each',
        measured: each(cpu?.service),
        model: microseconds(part.service, rate),
      },
      {
        name: 'database, µs of CPU each',
        measured: each(cpu?.database),
        model: microseconds(part.database, rate),
      },
      { name: 'bytes sent each', measured: bytes, model: bytesSentPerReading(results, send) },
    ],
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
    modelMachine: machineOf(results.find(({ name }) => name === 'instances')?.result.machine),
  };
}

const microseconds = (cores: number, perSecond: number): number => (cores * 1e6) / perSecond;

const machineOf = (machine: { readonly cpu: string; readonly cores: number } | undefined): string =>
  machine === undefined ? 'unknown' : `${machine.cpu}, ${machine.cores} cores`;
