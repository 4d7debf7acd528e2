import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fillReadings } from '../fill-readings.ts';
import { openHttpLinks } from '../links/http-link.ts';
import { startVigil } from '../machine/service.ts';
import type { Findings } from '../report.ts';
import { seedDevices, withDatabase } from '../seed.ts';
import { growthTable } from './cost-table.ts';
import { costOfReading, noneFailed, warmUp } from './steady.ts';

const DEVICES = 1_000;
const CONNECTIONS = 200;
/** Measured size of row, index and write-ahead log. */
const BYTES_PER_READING = 250;
const RESERVE_BYTES = 2e9;

export interface ReadingGrowth {
  readonly readings: readonly number[];
  readonly rate: number;
  readonly duration: number;
}

export async function growReadings({ readings: sizes, rate, duration }: ReadingGrowth): Promise<Findings> {
  const room = roomFor();
  const fitting = [...sizes].sort((a, b) => a - b).filter((size) => size <= room);
  const vigil = await startVigil();
  const devices = await seedDevices(vigil.databaseUrl, DEVICES);
  await withDatabase(vigil.databaseUrl, async (client) => {
    // Autovacuum would run at some sizes and not at others.
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('SELECT pg_reload_conf()');
  });
  const links = await openHttpLinks(vigil.port, devices, CONNECTIONS);
  await warmUp(links);
  const grown = [];
  let filled = 0;
  for (const size of fitting) {
    await fillReadings(vigil.databaseUrl, filled + 1, size);
    filled = size;
    grown.push(await costOfReading({ size, links, payers: vigil, rate, seconds: duration }));
  }
  await vigil.stop();
  const growing = { one: 'reading', what: 'stored readings', grown };
  const skipped = sizes.filter((size) => size > room);
  return {
    tables: [growthTable(growing)],
    checks: [noneFailed(growing.what, grown)],
    notes:
      skipped.length === 0 ? [] : [`left out, because the disk has no room: ${skipped.join(', ')} readings`],
  };
}

function roomFor(): number {
  const { bavail, bsize } = statfsSync(tmpdir());
  return (bavail * bsize - RESERVE_BYTES) / BYTES_PER_READING;
}
