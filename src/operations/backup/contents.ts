// The contents of a backup, as text in PostgreSQL's COPY format, which every version on every machine reads alike.
// Written by hand, because pg_dump is not in the embedded PostgreSQL's package (initdb, pg_ctl and postgres alone).
//
//   {"vigilBackup":1,"madeAt":…,"migrations":[…],"secrets":{…}}     the manifest
//   {"table":"users","columns":["id","email",…]}                      a section: table and columns of the rows
//   7f1c…⇥ada@example.org⇥…                                           its rows
//   \.                                                                no row looks like this one: \ is written \\
//   {"table":"sensor_readings","day":"2026-11-15","columns":[…]}     readings and signals come in one section for each day
//   …
//   {"counter":{"table":"devices","column":"key",…}}                 next values of identity columns
//   {"end":true}

import type { Counter, Table } from '../../platform/database/schema/catalogue.ts';
import type { Applied } from '../../platform/database/schema/migrations.ts';
import type { Day } from '../../platform/database/schema/partitions.ts';

export const FORMAT = 1;

export interface Manifest {
  readonly vigilBackup: number;
  readonly madeAt: string;
  /** The migrations that created the tables. A restore runs them before it fills the tables. */
  readonly migrations: readonly Applied[];
  /**
   * Files of the data folder, by name. Without them, tokens and push subscriptions would be invalid after a restore.
   */
  readonly secrets: Readonly<Record<string, string>>;
  /** Earlier versions did not count them. */
  readonly accounts?: number;
  /** Readings alone, of a folder that has the rest in another file. */
  readonly isPart?: true;
}

export interface TableRows {
  readonly table: Table;
  readonly day: Day | undefined;
  readonly rows: AsyncIterable<Buffer>;
}

export type Entry = TableRows | Counter;

export const END_OF_ROWS = '\\.\n';
const ROWS_END = Buffer.from(`\n${END_OF_ROWS}`);
const NEWLINE = 0x0a;

export const manifestLine = (manifest: Manifest): string => line(manifest);
export const tableLine = ({ name, columns }: Table, day?: Day): string => line({ table: name, day, columns });
export const counterLine = (counter: Counter): string => line({ counter });
export const endLine = (): string => line({ end: true });
const line = (value: object): string => `${JSON.stringify(value)}\n`;

interface Head {
  readonly table?: string;
  readonly columns?: readonly string[];
  readonly day?: Day;
  readonly counter?: Counter;
  readonly end?: true;
}

interface Contents {
  readonly manifest: Manifest;
  /** In file order. Read the rows of one entry before asking for the next. */
  readonly entries: AsyncIterable<Entry>;
}

/** Undefined if the file does not start like a backup of any version. */
export async function parseContents(chunks: AsyncIterable<Buffer>): Promise<Contents | undefined> {
  const reader = createReader(chunks);
  const manifest = parseLine(await reader.line()) as Partial<Manifest> | undefined;
  if (typeof manifest?.vigilBackup !== 'number') return undefined;
  return { manifest: manifest as Manifest, entries: entries(reader) };
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* entries(reader: Reader): AsyncGenerator<Entry> {
  for (;;) {
    const { table, columns = [], day, counter, end } = JSON.parse(await reader.line()) as Head;
    if (end === true) return;
    if (counter !== undefined) yield counter;
    else if (table !== undefined) yield { table: { name: table, columns }, day, rows: reader.rows() };
    else throw new Error('the backup has an entry of an unknown kind');
  }
}

interface Reader {
  line(): Promise<string>;
  /** Yields the section's rows in chunks, up to the line that ends them. */
  rows(): AsyncGenerator<Buffer>;
}

function createReader(chunks: AsyncIterable<Buffer>): Reader {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  async function readMore(): Promise<void> {
    const { done, value } = await source.next();
    if (done === true) throw new Error('the backup ends too early');
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  }

  return {
    async line() {
      let end = rest.indexOf(NEWLINE);
      while (end === -1) {
        await readMore();
        end = rest.indexOf(NEWLINE);
      }
      const text = rest.subarray(0, end).toString('utf8');
      rest = rest.subarray(end + 1);
      return text;
    },
    async *rows() {
      while (rest.length < END_OF_ROWS.length) await readMore();
      if (rest.subarray(0, END_OF_ROWS.length).toString('latin1') === END_OF_ROWS) {
        rest = rest.subarray(END_OF_ROWS.length);
        return;
      }
      let end = rest.indexOf(ROWS_END);
      while (end === -1) {
        // The end marker may be split between this chunk and the next.
        const kept = ROWS_END.length - 1;
        yield rest.subarray(0, -kept);
        rest = rest.subarray(-kept);
        await readMore();
        end = rest.indexOf(ROWS_END);
      }
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + ROWS_END.length);
    },
  };
}
