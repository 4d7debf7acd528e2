import { createHash, type KeyObject, randomUUID } from 'node:crypto';
import type { Database } from '../platform/database/database.ts';
import { AppError, Conflict, InvalidInput, Unavailable } from '../platform/errors.ts';
import type { StreamedBody } from '../platform/http/streamed-body.ts';
import type { Log } from '../platform/log.ts';
import { isSigned, signatureIn } from './signature.ts';
import { deletePieces, findVersion, type Image, insertImage, PIECE_BYTES, putPiece } from './store.ts';
import { MOST_IMAGE_BYTES, MOST_IMAGES } from './vocabulary.ts';

interface UploadDeps {
  readonly db: Database;
  readonly key: KeyObject;
  readonly now: () => number;
  readonly log: Log;
}

interface Named {
  readonly version: string;
  readonly model?: string | null | undefined;
  readonly signature: string;
  readonly userId: string;
}

const MOST_AT_ONCE = 2;

/** Takes images: in pieces into the database, where every instance and every backup has them. */
export class Uploads {
  readonly #deps: UploadDeps;
  #running = 0;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  async take(body: StreamedBody, named: Named): Promise<{ readonly image: Image; readonly isNew: boolean }> {
    const signature = signatureIn(named.signature);
    if (signature === undefined)
      throw new InvalidInput({ signature: 'must be an Ed25519 signature of 64 bytes in base64' });
    if (this.#running >= MOST_AT_ONCE)
      throw new Unavailable('Two images are being uploaded; try again later');
    this.#running += 1;
    const id = randomUUID();
    let isKept = false;
    try {
      const file = await this.#store(id, body);
      isKept = await this.#finish(id, named, { ...file, signature });
      const image = await findVersion(this.#deps.db, named.version, named.model ?? null);
      if (image === undefined) throw new Conflict('The image was deleted while it was uploaded');
      return { image, isNew: isKept };
    } finally {
      this.#running -= 1;
      if (!isKept)
        deletePieces(this.#deps.db, id).catch((error: unknown) =>
          this.#deps.log.warn({ err: error }, 'updates: removing a refused image failed; housekeeping will'),
        );
    }
  }

  async #store(id: string, body: StreamedBody) {
    const { db, now } = this.#deps;
    const at = new Date(now());
    const hash = createHash('sha256');
    let size = 0;
    let number = 0;
    let waiting: Buffer = Buffer.alloc(0);
    const put = async (piece: Buffer) => {
      await putPiece(db, id, number, piece, at);
      number += 1;
    };
    for (let piece = await body.next(); piece !== undefined; piece = await body.next()) {
      size += piece.length;
      if (size > MOST_IMAGE_BYTES)
        throw new AppError('BODY_TOO_LARGE', `The image is larger than ${MOST_IMAGE_BYTES} bytes`);
      hash.update(piece);
      waiting = Buffer.concat([waiting, piece]);
      for (; waiting.length >= PIECE_BYTES; waiting = waiting.subarray(PIECE_BYTES))
        await put(waiting.subarray(0, PIECE_BYTES));
    }
    if (waiting.length > 0) await put(waiting);
    return { size, sha256: hash.digest('hex') };
  }

  /** False for an image that is there already. */
  async #finish(
    id: string,
    { version, model = null, userId }: Named,
    { size, sha256, signature }: { size: number; sha256: string; signature: Buffer },
  ): Promise<boolean> {
    const { db, key, now } = this.#deps;
    if (size === 0 || !isSigned({ version, size, sha256 }, signature, key))
      throw new AppError(
        'FIRMWARE_SIGNATURE_WRONG',
        `The signature does not fit "vigil-update ${version} ${size} ${sha256}" and FIRMWARE_PUBLIC_KEY`,
      );
    const outcome = await db.transaction((q) =>
      insertImage(q, {
        id,
        version,
        model,
        size,
        sha256,
        signature: signature.toString('base64'),
        createdBy: userId,
        at: new Date(now()),
        most: MOST_IMAGES,
      }),
    );
    if (outcome === 'full')
      throw new Conflict(`At most ${MOST_IMAGES} images are kept; delete one first`, {
        code: 'FIRMWARE_LIMIT',
      });
    if (outcome === 'inserted') return true;
    const other = await findVersion(db, version, model);
    if (other?.sha256 === sha256) return false;
    throw new Conflict(`Another image has the version ${version}`, { code: 'FIRMWARE_TAKEN' });
  }
}
