// A backup as a file: two members of a gzip file, so that `gzip -t` and `zcat` understand it.
//
//   contents, compressed      see contents.ts
//   "sha256 <hex>\n", stored  over every byte of the first member; of a fixed length, so that it is found from the end

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip, gzipSync } from 'node:zlib';
import { CannotStart, messageOf } from '../../platform/errors.ts';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
/** Stored, not compressed: its length depends on nothing. */
const seal = (digest: string): Buffer =>
  gzipSync(`sha256 ${digest}\n`, { level: constants.Z_NO_COMPRESSION });
const SEAL_BYTES = seal('0'.repeat(64)).length;

/** Complete or not there at all: written beside it, and renamed. Readable by its owner alone; answers its size. */
export async function writeBackupFile(
  file: string,
  contents: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<number> {
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, 'wx', 0o600).catch((error: unknown) => {
    throw new CannotStart(`${file} cannot be written: ${messageOf(error)}`, error);
  });
  try {
    const bytes = await writeSealed(handle, contents, signal);
    await handle.sync();
    await handle.close();
    await rename(partial, file);
    await syncFolder(dirname(file));
    return bytes;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeSealed(
  handle: FileHandle,
  contents: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<number> {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (chunk: Buffer): Promise<void> => {
    await handle.writeFile(chunk);
    bytes += chunk.length;
  };
  await pipeline(
    Readable.from(contents),
    // Ten times the speed of the default for a tenth more bytes, beside a service that needs the processor.
    createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 }),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        hash.update(chunk);
        await write(chunk);
      }
    },
    { signal },
  );
  await write(seal(hash.digest('hex')));
  return bytes;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Before anything is changed: a file that is no backup, was cut short, or differs in a single bit is refused. */
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

/** Of a file that has been checked. */
export function readContents(file: string): AsyncIterable<Buffer> & { destroy(): void } {
  const source = createReadStream(file);
  const contents = createGunzip({ chunkSize: 256 * 1024 });
  source.once('error', (error) => contents.destroy(error));
  contents.once('close', () => source.destroy());
  return source.pipe(contents);
}
