import { sql } from '../helpers/sql.ts';

/** Counts a device's readings in the table. */
export async function rowsOf(
  { databaseUrl }: { readonly databaseUrl: string },
  mac: string,
): Promise<number> {
  const [row] = await sql(
    databaseUrl,
    'SELECT count(*)::int AS count FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE d.mac_address = $1',
    [mac],
  );
  return row.count;
}
