// A backup file has two gzip members, so that `gzip -t` and `zcat` understand it.
//
//   contents, compressed      see contents.ts
//   "sha256 <hex>\n", stored  over every byte of the first member; fixed length, so that it is found from the end

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip, gzipSync } from 'node:zlib';
import { CannotStart, messageOf } from '../../platform/errors.ts';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** Stored, not compressed, so that its length is fixed. */
const seal = (digest: string): Buffer =>
  gzipSync(`sha256 ${digest}\n`, { level: constants.Z_NO_COMPRESSION });
const SEAL_BYTES = seal('0'.repeat(64)).length;

export interface Written {
  readonly bytes: number;
  /** Of the whole file, as `sha256sum` prints it. */
  readonly sha256: string;
}

/** Writes to a temporary file and renames it, so that the backup is complete or absent. Only the owner can read it. */
export const writeBackupFile = (
  file: string,
  contents: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<Written> => writeWhole(file, (handle) => writeSealed(handle, contents, signal));

/** The file is there with all that `write` has written, or as it was before. */
export async function writeWhole<T>(file: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw new CannotStart(`${file} cannot be written: ${messageOf(error)}`, error);
  });
  try {
    const written = await write(handle);
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    await syncFolder(dirname(file));
    return written;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
    throw isFull ? new CannotStart(`${file} cannot be written: ${messageOf(error)}`, error) : error;
  }
}

async function writeSealed(
  handle: FileHandle,
  contents: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<Written> {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (chunk: Buffer): Promise<void> => {
    await handle.writeFile(chunk);
    hash.update(chunk);
    bytes += chunk.length;
  };
  // The pipeline reports that it has aborted the query, and not why.
  let failure: unknown;
  await pipeline(
    Readable.from(contents),
    // Ten times as fast as the default level for 10 % more bytes; the running service needs the CPU.
    createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 }),
    async (compressed: AsyncIterable<Buffer>) => {
      try {
        for await (const chunk of compressed) await write(chunk);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    { signal },
  ).catch((error: unknown) => {
    throw failure ?? error;
  });
  await write(seal(hash.copy().digest('hex')));
  return { bytes, sha256: hash.digest('hex') };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Runs before anything is changed: refuses a file that is not a backup, is truncated, or differs in a single bit. */
export async function checkBackupFile(file: string): Promise<void> {
  const handle = await open(file).catch((error: unknown) => {
    throw new CannotStart(`${file} cannot be read: ${messageOf(error)}`, error);
  });
  try {
    const { size } = await handle.stat();
    const start = await read(handle, 0, GZIP_MAGIC.length);
    if (!start.equals(GZIP_MAGIC)) throw new CannotStart(`${file} is not a backup of Vigil.`);
    const hash = createHash('sha256');
    const end = Math.max(size - SEAL_BYTES, 0);
    if (end > 0) for await (const chunk of createReadStream(file, { end: end - 1 })) hash.update(chunk);
    const found = await read(handle, end, SEAL_BYTES);
    if (!found.equals(seal(hash.digest('hex'))))
      throw new CannotStart(`${file} is damaged: it was cut short, or altered since it was written.`);
  } finally {
    await handle.close();
  }
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Call only with a file that has been checked. */
export function readContents(file: string): AsyncIterable<Buffer> & { destroy(): void } {
  const source = createReadStream(file);
  const contents = createGunzip({ chunkSize: 256 * 1024 });
  source.once('error', (error) => contents.destroy(error));
  contents.once('close', () => source.destroy());
  return source.pipe(contents);
}
