import { openHttpLinks } from '../links/http-link.ts';
import { inTurn } from '../loops/closed-loop.ts';
import { residentBytes } from '../machine/processes.ts';
import { startVigil } from '../machine/service.ts';
import type { Check, Findings } from '../report.ts';
import { type SeededDevice, seedDevices } from '../seed.ts';
import { growthTable } from './cost-table.ts';
import { costOfReading, noneFailed, warmUp } from './steady.ts';

const CONNECTIONS = 200;
/** The service loads new devices from the database, many at once if many connect. */
const INTRODUCING = 1_000;
const SLOWEST_PER_SECOND = 200;

export interface DeviceGrowth {
  readonly devices: readonly number[];
  readonly rate: number;
  readonly duration: number;
}

/** The service knows all devices, and they send in turn. */
export async function growDevices({ devices: sizes, rate, duration }: DeviceGrowth): Promise<Findings> {
  const vigil = await startVigil();
  const devices: SeededDevice[] = [];
  const grown = [];
  const introduced: Check[] = [];
  for (const size of [...sizes].sort((a, b) => a - b)) {
    const more = await seedDevices(vigil.databaseUrl, size - devices.length, devices.length);
    devices.push(...more);
    introduced.push(await introduce(vigil.port, more));
    const links = await openHttpLinks(vigil.port, devices, CONNECTIONS);
    if (grown.length === 0) await warmUp(links);
    const cost = await costOfReading({ size, links, payers: vigil, rate, seconds: duration });
    for (const link of links) link.close();
    grown.push({ ...cost, others: { ...cost.others, 'resident MB': residentBytes(vigil.pid) / 1e6 } });
  }
  await vigil.stop();
  const growing = { one: 'reading', what: 'known devices', grown };
  return {
    tables: [growthTable(growing)],
    checks: [...introduced, noneFailed(growing.what, grown)],
  };
}

/** Sends one reading from each, as fast as responses arrive. */
async function introduce(port: number, devices: readonly SeededDevice[]): Promise<Check> {
  const links = await openHttpLinks(port, devices, INTRODUCING);
  const rounds = Math.ceil(devices.length / links.length);
  const driven = await inTurn(links, rounds, devices.length / SLOWEST_PER_SECOND);
  for (const link of links) link.close();
  return {
    name: `${devices.length} more devices sent a first reading`,
    found: `failed: ${driven.failures}`,
    holds: driven.failed === 0,
  };
}
