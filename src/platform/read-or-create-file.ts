import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * The text of a file that the first caller writes. Several processes may call it at the same time: the file appears
 * with its whole text or not at all.
 */
export async function readOrCreateFile(file: string, make: () => string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(unlessCode('ENOENT'));
  if (existing !== undefined) return existing;
  await makeFolder(dirname(file));
  const staged = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(staged, make(), { mode: 0o600, flag: 'wx' });
    await link(staged, file).catch(unlessCode('EEXIST'));
  } finally {
    await rm(staged, { force: true });
  }
  return await readFile(file, 'utf8');
}

const unlessCode =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error;
  };
