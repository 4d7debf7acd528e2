import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Database } from '../platform/database/database.ts';
import {
  type ExportSource,
  jsonArray,
  type ProfilePart,
  prettyJson,
} from '../platform/database/export-sources.ts';
import { Unavailable } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Log } from '../platform/log.ts';
import { accessPages } from './audit/access-log-store.ts';
import { accountOf, type User } from './user.ts';

/** docs/contract.md, "Export": all stored data of a user, as a ZIP that is generated while it is sent. */
export type Exports = (user: User) => Readable;

interface ExportDeps {
  readonly db: Database;
  readonly audit: AuditTrail;
  /** The fields of profile.json besides `account`, in this order. */
  readonly profileParts: readonly ProfilePart[];
  /** The files between profile.json and access-log.json, in this order. */
  readonly sources: readonly ExportSource[];
  readonly now: () => number;
  readonly log: Log;
}

/** Each export compresses on a thread and queries page after page; more at once would slow down more important work. */
const AT_ONCE = 3;

export function createExports({ db, audit, profileParts, sources, now, log }: ExportDeps): Exports {
  let running = 0;

  const profile = (user: User): ExportSource => ({
    file: 'profile.json',
    async *read(q, userId) {
      const content = { account: accountOf(user) };
      for (const part of profileParts) Object.assign(content, await part(q, userId));
      yield prettyJson(content);
    },
  });

  const accessLog: ExportSource = {
    file: 'access-log.json',
    async *read(q, userId) {
      await audit.settled();
      yield* jsonArray(accessPages(q, userId));
    },
  };

  return (user) => {
    if (running >= AT_ONCE) throw new Unavailable('Too many exports are being made; try again in a minute');
    const zip = new ZipFile();
    // yazl declares it as any stream; it is a Readable.
    const output = zip.outputStream as Readable;
    running += 1;
    // One after the other: an export has more files than a stream takes listeners without a warning.
    let current: Readable | undefined;
    output.once('close', () => {
      running -= 1;
      current?.destroy();
    });
    const mtime = new Date(now());
    for (const source of [profile(user), ...sources, accessLog]) {
      // Opened when its turn comes; each text is one chunk, so that only one copy of a page is in memory.
      zip.addReadStreamLazy(source.file, { mtime }, (opened) => {
        const content = Readable.from(source.read(db, user.id), { objectMode: false });
        content.once('error', (error) => {
          log.error({ err: error, file: source.file }, 'accounts: export failed');
          output.destroy(error);
        });
        current = content;
        opened(null, content);
      });
    }
    zip.end();
    return output;
  };
}
