import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Migration } from '../../../platform/database/schema/migrations.ts';
import { CannotStart, messageOf } from '../../../platform/errors.ts';
import { type OpenBackup, openBackup } from '../restore.ts';
import { type Core, MANIFEST, type Part, readManifest, type StoredDay, type StoredFile } from './manifest.ts';

export interface OpenFolder {
  readonly folder: string;
  readonly core: Core;
  readonly backup: OpenBackup;
  /** Those whose files are there in full length. */
  readonly days: readonly StoredDay[];
  /** What is wrong with the others, in words. */
  readonly damaged: readonly string[];
  /** A migration after the backup changes readings: they must be loaded before it. */
  readonly mustLoadFirst: boolean;
}

/**
 * Opens a folder, or one core in it. Reads the whole core, but of the days only their lengths: their hashes are compared
 * when they are loaded, or by a drill.
 */
export async function openFolder(path: string, known: readonly Migration[]): Promise<OpenFolder | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CannotStart(`${path} cannot be read: ${messageOf(error)}`, error);
  });
  const folder = found.isDirectory() ? path : dirname(path);
  const manifest = await readManifest(folder);
  const core = found.isDirectory()
    ? manifest?.cores.at(-1)
    : manifest?.cores.find(({ file }) => file === basename(path));
  if (manifest === undefined || core === undefined) {
    if (!found.isDirectory()) return undefined;
    throw new CannotStart(`${path} is not a backup: it has no ${MANIFEST}.`);
  }
  const damages = await Promise.all(manifest.days.map((day) => damageOf(folder, day)));
  const backup = await openBackup(join(folder, core.file));
  const schema = backup.migrations.at(-1)?.version ?? 0;
  const changes = known.filter(({ changesReadings }) => changesReadings).map(({ version }) => version);
  const unfit = (day: StoredDay) =>
    changes.some((version) => version > day.looked.schema && version <= schema)
      ? `${day.day}: an upgrade has changed the readings since`
      : undefined;
  const wrong = manifest.days.map((day, i) => damages[i] ?? unfit(day));
  return {
    folder,
    core,
    backup,
    days: manifest.days.filter((_, i) => wrong[i] === undefined),
    damaged: wrong.filter((text) => text !== undefined),
    mustLoadFirst: changes.some((version) => version > schema),
  };
}

async function damageOf(folder: string, { day, parts }: StoredDay): Promise<string | undefined> {
  for (const { file, bytes } of parts) {
    const found = await stat(join(folder, file)).catch(() => undefined);
    if (found === undefined) return `${day}: ${file} is missing`;
    if (found.size !== bytes) return `${day}: ${file} is damaged (${found.size} of ${bytes} bytes)`;
  }
  return undefined;
}

/** Throws unless the file is the one that was written. */
export async function checkFile(folder: string, { file, sha256 }: StoredFile | Part): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: 1024 ** 2 }))
      hash.update(chunk);
  } catch (error) {
    throw new CannotStart(`${file} cannot be read: ${messageOf(error)}`, error);
  }
  if (hash.digest('hex') !== sha256)
    throw new CannotStart(`${file} is damaged: it was altered since it was written.`);
}
