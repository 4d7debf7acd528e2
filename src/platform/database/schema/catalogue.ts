// The tables, counters and functions of a Vigil database, read from its catalogue: tables of later migrations are
// found too.

import { escapeIdentifier } from 'pg';
import type { Queryable } from '../database.ts';

export interface Table {
  readonly name: string;
  /** Stored columns; generated ones are left out. */
  readonly columns: readonly string[];
}

/** The sequence of an identity column. */
export interface Counter {
  readonly table: string;
  readonly column: string;
  /** A bigint, as text. */
  readonly value: string;
  readonly isCalled: boolean;
}

/** Our objects are in the schema that we create them in; extensions put theirs there as well. */
const OURS = (catalogue: 'pg_class' | 'pg_proc', namespace: string) => `
  ${namespace} = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend d
                  WHERE d.classid = '${catalogue}'::regclass AND d.objid = o.oid AND d.deptype = 'e')`;

/** Ordered by name. The daily partitions of a table count as part of it. */
export const tablesOf = (q: Queryable): Promise<Table[]> =>
  q.rows<Table>(
    `SELECT o.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class o JOIN pg_attribute a ON a.attrelid = o.oid
     WHERE o.relkind IN ('r', 'p') AND NOT o.relispartition AND ${OURS('pg_class', 'o.relnamespace')}
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY o.relname ORDER BY o.relname`,
  );

export async function countersOf(q: Queryable): Promise<Counter[]> {
  const columns = await q.rows<{ table: string; column: string; sequence: string }>(
    `SELECT o.relname AS table, a.attname AS column,
            pg_get_serial_sequence(quote_ident(o.relname), a.attname) AS sequence
     FROM pg_class o JOIN pg_attribute a ON a.attrelid = o.oid
     WHERE a.attidentity <> '' AND NOT a.attisdropped AND NOT o.relispartition AND ${OURS('pg_class', 'o.relnamespace')}
     ORDER BY 1, 2`,
  );
  const counters: Counter[] = [];
  for (const { table, column, sequence } of columns) {
    const state = await q.row<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${sequence}`,
    );
    if (state !== undefined) counters.push({ table, column, ...state });
  }
  return counters;
}

export const setCounter = (q: Queryable, { table, column, value, isCalled }: Counter): Promise<number> =>
  q.run('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
    table,
    column,
    value,
    isCalled,
  ]);

/** Drops everything that Vigil has created: tables with their partitions, types, and functions. */
export async function dropAll(q: Queryable): Promise<void> {
  // One by one: TimescaleDB requires a separate DROP for a hypertable.
  for (const { name } of await tablesOf(q)) await q.run(`DROP TABLE ${escapeIdentifier(name)} CASCADE`);
  const types = await q.rows<{ name: string }>(
    `SELECT o.relname AS name FROM pg_class o WHERE o.relkind = 'c' AND ${OURS('pg_class', 'o.relnamespace')}`,
  );
  for (const { name } of types) await q.run(`DROP TYPE ${escapeIdentifier(name)} CASCADE`);
  const functions = await q.rows<{ name: string }>(
    `SELECT o.oid::regprocedure::text AS name FROM pg_proc o WHERE ${OURS('pg_proc', 'o.pronamespace')}`,
  );
  // One may have gone with another that it calls.
  for (const { name } of functions) await q.run(`DROP ROUTINE IF EXISTS ${name} CASCADE`);
}

/**
 * Lets `fill` fill the tables in any order and without side effects: foreign keys are dropped and then restored, which
 * checks them, and our triggers are disabled.
 */
export async function withoutConstraints(q: Queryable, fill: () => Promise<void>): Promise<void> {
  const keys = await q.rows<{ table: string; name: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS table, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
     FROM pg_constraint c JOIN pg_class o ON o.oid = c.conrelid
     WHERE c.contype = 'f' AND c.conparentid = 0 AND ${OURS('pg_class', 'o.relnamespace')} ORDER BY 1, 2`,
  );
  const triggers = await q.rows<{ table: string; name: string }>(
    `SELECT t.tgrelid::regclass::text AS table, t.tgname AS name
     FROM pg_trigger t JOIN pg_proc o ON o.oid = t.tgfoid
     WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND ${OURS('pg_proc', 'o.pronamespace')} ORDER BY 1, 2`,
  );
  for (const { table, name } of keys)
    await q.run(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  for (const { table, name } of triggers)
    await q.run(`ALTER TABLE ${table} DISABLE TRIGGER ${escapeIdentifier(name)}`);
  await fill();
  for (const { table, name, definition } of keys)
    await q.run(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  for (const { table, name } of triggers)
    await q.run(`ALTER TABLE ${table} ENABLE TRIGGER ${escapeIdentifier(name)}`);
}
