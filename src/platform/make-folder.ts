import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates the parent folders too, like mkdir's `recursive`. That option never returns where a folder can be created
 * neither with nor without its parent: under /proc, where both fail with ENOENT.
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const code = await tryMake(path, mode);
  if (code !== 'ENOENT' || dirname(path) === path) return;
  await makeFolder(dirname(path), mode);
  await mkdir(path, { mode }).catch(unlessThere);
}

/** Returns ENOENT instead of throwing it, because a missing parent can be created. */
const tryMake = (path: string, mode: number | undefined): Promise<'ENOENT' | undefined> =>
  mkdir(path, { mode }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? 'ENOENT' : unlessThere(error)),
  );

/** A file of that name fails at the next step, with its own code. */
function unlessThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error;
}
