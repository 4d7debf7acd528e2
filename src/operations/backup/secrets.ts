// Secrets that the service generates if they are not configured: files of the data folder.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';

export type Secrets = Readonly<Record<string, string>>;

/** Reads those of the named files that exist. */
export async function readSecrets(dataDir: string, names: readonly string[]): Promise<Secrets> {
  const found = await Promise.all(
    names.map(async (name): Promise<[string, string][]> => {
      try {
        return [[name, await readFile(join(dataDir, name), 'utf8')]];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    }),
  );
  return Object.fromEntries(found.flat());
}

interface StagedSecrets {
  /** Replaces each existing file atomically. */
  put(): Promise<void>;
  discard(): Promise<void>;
}

/** Writes the secrets to temporary files first, so that a write error occurs before the database is changed. */
export async function stageSecrets(dataDir: string, secrets: Secrets): Promise<StagedSecrets> {
  const files = Object.entries(secrets).map(([name, text]) => ({
    text,
    file: join(dataDir, name),
    staged: join(dataDir, `${name}.restored`),
  }));
  if (files.length > 0) await makeFolder(dataDir);
  for (const { staged, text } of files) {
    // The mode applies only to a new file.
    await rm(staged, { force: true });
    await writeFile(staged, text, { mode: 0o600, flag: 'wx', flush: true });
  }
  return {
    async put() {
      for (const { staged, file } of files) await rename(staged, file);
    },
    async discard() {
      for (const { staged } of files) await rm(staged, { force: true });
    },
  };
}
