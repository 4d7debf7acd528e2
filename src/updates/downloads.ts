import { createSemaphore } from '../platform/batching/semaphore.ts';
import type { Queryable } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import type { LargeFile } from '../platform/http/route.ts';
import { findPiece, type Image, PIECE_BYTES } from './store.ts';

/** Each holds a connection of its client, and no memory but its place in the file. */
const MOST_AT_ONCE = 256;
/** All wearables of a rollout read the same pieces: 8 MiB of them stay in memory. */
const MOST_PIECES = 128;
/** Of the connections to the database; readings need the others. */
const QUERIES_AT_ONCE = 2;
const RETRY_SECONDS = 30;

/** Sends images to wearables, many at once. */
export class Downloads {
  readonly #db: Queryable;
  /** The last ones that were used are at the end. Also those that are being read. */
  readonly #pieces = new Map<string, Promise<Buffer | undefined>>();
  readonly #queries = createSemaphore({
    count: QUERIES_AT_ONCE,
    maxWaiting: MOST_AT_ONCE,
    refusal: 'Too many wearables load an image',
  });
  #running = 0;

  constructor(db: Queryable) {
    this.#db = db;
  }

  open({ id, size, sha256 }: Pick<Image, 'id' | 'size' | 'sha256'>): LargeFile {
    if (this.#running >= MOST_AT_ONCE)
      throw new AppError('UNAVAILABLE', 'Too many wearables load an image; try again later', {
        // Spread, or all of them come back at once.
        retryAfter: RETRY_SECONDS + Math.floor(Math.random() * RETRY_SECONDS),
      });
    this.#running += 1;
    return {
      mediaType: 'application/octet-stream',
      size,
      tag: sha256,
      read: async (from) => {
        const piece = await this.#piece(id, Math.floor(from / PIECE_BYTES));
        return piece?.subarray(from % PIECE_BYTES);
      },
      onEnd: () => {
        this.#running -= 1;
      },
    };
  }

  /** Of a deleted image. */
  forget(id: string): void {
    for (const key of this.#pieces.keys()) if (key.startsWith(id)) this.#pieces.delete(key);
  }

  #piece(id: string, number: number): Promise<Buffer | undefined> {
    const key = `${id} ${number}`;
    const kept = this.#pieces.get(key) ?? this.#read(id, number, key);
    this.#pieces.delete(key);
    this.#pieces.set(key, kept);
    const [oldest = key] = this.#pieces.keys();
    if (this.#pieces.size > MOST_PIECES) this.#pieces.delete(oldest);
    return kept;
  }

  async #read(id: string, number: number, key: string): Promise<Buffer | undefined> {
    try {
      await this.#queries.acquire();
      try {
        const piece = await findPiece(this.#db, id, number);
        if (piece === undefined) this.#pieces.delete(key);
        return piece;
      } finally {
        this.#queries.release();
      }
    } catch (error) {
      this.#pieces.delete(key);
      throw error;
    }
  }
}
