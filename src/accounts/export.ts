import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Database } from '../platform/database/database.ts';
import { Unavailable } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import type { Log } from '../platform/log.ts';
import { accessPages } from './store/access-log.ts';
import {
  accountParts,
  alertPages,
  fallPages,
  messagePages,
  READINGS_CSV_HEADER,
  readingLines,
  wornDevices,
} from './store/export.ts';
import { accountOf, type User } from './user.ts';

/** docs/contract.md, "Export": everything that is held about somebody, as a ZIP that is made while it is sent. */
export type Exports = (user: User) => Readable;

export interface ExportDeps {
  readonly db: Database;
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly log: Log;
}

/** Each compresses on a thread and asks the database page after page: more would slow down what matters more. */
const AT_ONCE = 3;

export function createExports({ db, audit, now, log }: ExportDeps): Exports {
  let running = 0;

  function entries(user: User): Readonly<Record<string, () => AsyncIterable<string>>> {
    const { id } = user;
    return {
      'profile.json': async function* () {
        yield pretty({ account: accountOf(user), ...(await accountParts(db, id)) });
      },
      'devices.json': async function* () {
        const devices = await wornDevices(db, id);
        yield pretty(devices.map(({ key: _, ...device }) => device));
      },
      'readings.csv': async function* () {
        yield READINGS_CSV_HEADER;
        for (const device of await wornDevices(db, id)) yield* readingLines(db, device);
      },
      'falls.json': () => jsonArray(fallPages(db, id)),
      'alerts.json': () => jsonArray(alertPages(db, id)),
      'messages.json': () => jsonArray(messagePages(db, id)),
      'access-log.json': async function* () {
        await audit.settled();
        yield* jsonArray(accessPages(db, id));
      },
    };
  }

  return (user) => {
    if (running >= AT_ONCE) throw new Unavailable('Too many exports are being made; try again in a minute');
    const zip = new ZipFile();
    // Declared as any stream; it is one that can be read and destroyed.
    const output = zip.outputStream as Readable;
    running += 1;
    output.once('close', () => {
      running -= 1;
    });
    const mtime = new Date(now());
    for (const [name, read] of Object.entries(entries(user))) {
      // Opened when its turn comes; a whole text is one chunk, so that a page is in memory once.
      zip.addReadStreamLazy(name, { mtime }, (opened) => {
        const content = Readable.from(read(), { objectMode: false });
        content.once('error', (error) => {
          log.error({ err: error, file: name }, 'an export could not be completed');
          output.destroy(error);
        });
        output.once('close', () => content.destroy());
        opened(null, content);
      });
    }
    zip.end();
    return output;
  };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function* jsonArray(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    yield before + page.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
