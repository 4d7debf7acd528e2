// The secrets that a service without settings of its own has made for itself: files of the data folder.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/make-folder.ts';

export type Secrets = Readonly<Record<string, string>>;

/** Of those names, the files that are there. */
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

export interface StagedSecrets {
  /** Each at once, in place of the one that is there. */
  put(): Promise<void>;
  discard(): Promise<void>;
}

/** Written already, and not in force: what can fail has failed before the database is changed. */
export async function stageSecrets(dataDir: string, secrets: Secrets): Promise<StagedSecrets> {
  const files = Object.entries(secrets).map(([name, text]) => ({
    text,
    file: join(dataDir, name),
    staged: join(dataDir, `${name}.restored`),
  }));
  if (files.length > 0) await makeFolder(dataDir);
  for (const { staged, text } of files) {
    // The mode counts for a new file alone.
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
