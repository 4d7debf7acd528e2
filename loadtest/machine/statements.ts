import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../seed.ts';
import { atTheEnd } from './clean-up.ts';
import { startVigil } from './service.ts';

/** Work of the database for one kind of statement. */
export interface Statement {
  /** Start of the text, long enough to identify the statement. */
  readonly name: string;
  readonly calls: number;
  /** Time of planning and execution. */
  readonly ms: number;
}

/** A data folder whose database measures each statement (pg_stat_statements) from its next start. */
export async function makeCountingFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-loadtest-'));
  const first = await startVigil({ DATA_DIR: folder });
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  await withDatabase(first.databaseUrl, async (client) => {
    await client.query('CREATE SCHEMA counting');
    await client.query('CREATE EXTENSION pg_stat_statements SCHEMA counting');
    await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
    await client.query('ALTER SYSTEM SET pg_stat_statements.track_planning = on');
  });
  await first.stop();
  return folder;
}

/** Starts counting; the returned function lists the statements, most expensive first. */
export async function startStatements(databaseUrl: string): Promise<() => Promise<readonly Statement[]>> {
  await withDatabase(databaseUrl, (client) => client.query('SELECT counting.pg_stat_statements_reset()'));
  return () =>
    withDatabase(databaseUrl, async (client) => {
      const { rows } = await client.query<{ query: string; calls: string; ms: number }>(
        `SELECT query, calls, total_exec_time + total_plan_time AS ms
         FROM counting.pg_stat_statements ORDER BY ms DESC`,
      );
      return rows.map(({ query, calls, ms }) => ({ name: nameOf(query), calls: Number(calls), ms }));
    });
}

const NAME_LENGTH = 60;

function nameOf(query: string): string {
  const words = query.replaceAll(/\s+/g, ' ').trim();
  return words.length <= NAME_LENGTH ? words : `${words.slice(0, NAME_LENGTH)}…`;
}
