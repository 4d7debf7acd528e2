// A backup folder:
//
//   backup.json                                    what belongs to the backup, with SHA-256 and counts; replaced as a whole
//   core-20261119T030000000Z.backup                everything but readings, of one run (../contents.ts)
//   readings/2026-11-18-sensor_readings-….gz       rows of one day that came since the run before, in the same format
//
// A file is never changed. A run that is interrupted leaves files that the manifest does not name; the next one removes them.

import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DailyTable, Day } from '../../../platform/database/schema/partitions.ts';
import { CannotStart, messageOf } from '../../../platform/errors.ts';
import { makeFolder } from '../../../platform/make-folder.ts';
import { type Written, writeWhole } from '../file.ts';

export const MANIFEST = 'backup.json';
const READINGS = 'readings';
const FORMAT = 1;

export interface StoredFile extends Written {
  /** Relative to the folder. */
  readonly file: string;
}

export interface Core extends StoredFile {
  readonly madeAt: string;
  readonly accounts: number;
  readonly wearables: number;
  readonly falls: number;
}

export interface Part extends StoredFile {
  readonly rows: number;
}

/** The rows of a day in one table. A row may be in two parts. */
export interface StoredDay {
  readonly table: DailyTable;
  readonly day: Day;
  readonly parts: readonly Part[];
  readonly looked: Look;
}

/** Up to where the rows of a day are stored: rows of transactions before `oldest` are. */
export interface Look {
  readonly at: string;
  /** A row of `backup_marks`: proves that the database has not been replaced by an earlier state of itself. */
  readonly mark: string;
  /** PostgreSQL's identifier of the cluster; transaction numbers are of one cluster. */
  readonly cluster: string;
  /** The oldest transaction that was running. A bigint, as text. */
  readonly oldest: string;
  /** Of the first part. */
  readonly schema: number;
}

export interface FolderManifest {
  readonly vigilBackups: number;
  readonly installation: string;
  /** When the last run ended that stored everything. */
  readonly completedAt: string | null;
  /** Oldest first. */
  readonly cores: readonly Core[];
  readonly days: readonly StoredDay[];
}

export const emptyManifest = (installation: string): FolderManifest => ({
  vigilBackups: FORMAT,
  installation,
  completedAt: null,
  cores: [],
  days: [],
});

const partsOf = ({ days }: FolderManifest): readonly Part[] => days.flatMap(({ parts }) => parts);

/** Undefined if the folder has no backup. */
export async function readManifest(folder: string): Promise<FolderManifest | undefined> {
  const file = join(folder, MANIFEST);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CannotStart(`${file} cannot be read: ${messageOf(error)}`, error);
  }
  const manifest = parsed(text);
  if (manifest === undefined)
    throw new CannotStart(`${file} is damaged. Its copy on another machine, or another folder, helps.`);
  if (manifest.vigilBackups > FORMAT)
    throw new CannotStart(`${file} was written by a newer Vigil, in another format: use that one.`);
  return manifest;
}

function parsed(text: string): FolderManifest | undefined {
  try {
    const manifest = JSON.parse(text) as Partial<FolderManifest> | null;
    return typeof manifest?.vigilBackups === 'number' ? (manifest as FolderManifest) : undefined;
  } catch {
    return undefined;
  }
}

export async function writeManifest(folder: string, manifest: FolderManifest): Promise<void> {
  await writeWhole(join(folder, MANIFEST), (handle) =>
    handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`),
  );
}

export async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(join(folder, READINGS), 0o700);
  } catch (error) {
    throw new CannotStart(`${folder} cannot be written: ${messageOf(error)}`, error);
  }
}

const stamp = (time: number): string => new Date(time).toISOString().replace(/[-:.]/g, '');
export const coreName = (time: number): string => `core-${stamp(time)}-${randomUUID().slice(0, 4)}.backup`;
export const partName = (table: DailyTable, day: Day, time: number): string =>
  `${READINGS}/${day}-${table}-${stamp(time)}-${randomUUID().slice(0, 4)}.gz`;

const OURS =
  /^(?:core-\d{8}T\d{9}Z-[\da-f]{4}\.backup|readings\/\d{4}-\d\d-\d\d-\w+-\d{8}T\d{9}Z-[\da-f]{4}\.gz|backup\.json)(?:\.\d+\.partial)?$/;

/** Removes files of runs that did not end, and those that are no longer kept. */
export async function removeUnnamed(folder: string, manifest: FolderManifest): Promise<void> {
  const named = new Set([MANIFEST, ...[...manifest.cores, ...partsOf(manifest)].map(({ file }) => file)]);
  const found = [
    ...(await readdir(folder)),
    ...(await readdir(join(folder, READINGS))).map((name) => `${READINGS}/${name}`),
  ];
  for (const name of found)
    if (OURS.test(name) && !named.has(name)) await rm(join(folder, name), { force: true });
}
