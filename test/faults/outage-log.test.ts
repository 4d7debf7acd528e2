import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { eventually } from '../helpers/eventually.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { type DatabaseWire, startProxy } from '../helpers/proxy.ts';
import { randomMac, resting, send } from '../helpers/readings.ts';
import { silentLog } from '../helpers/silent-log.ts';

interface Line {
  readonly message: string;
  readonly fields: {
    readonly seconds?: number;
    readonly readingsRefused?: number;
    readonly leftOut?: Readonly<Record<string, number>>;
  };
}

const BEGIN = 'database: not available, its errors are counted until it is back';
const END = 'database: available again';
/** As many as one person may have. */
const WEARABLES = 10;

describe('the log during an outage of the database under load', () => {
  const macs = Array.from({ length: WEARABLES }, randomMac);
  const lines: Line[] = [];
  const write = (fields: object, message: string) => void lines.push({ fields, message });
  let database: TestDatabase;
  let proxy: DatabaseWire;
  let app: TestApp;
  let ada: Person;
  before(async () => {
    database = await createTestDatabase();
    proxy = await startProxy(database.url);
    app = await startTestApp(
      { DATABASE_URL: proxy.url, STREAM_INTERVAL_MS: '0' },
      { log: silentLog({ warn: write, error: write }) },
    );
    ada = await signUp(app);
  });
  after(async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  });

  const outages: Record<string, () => void | Promise<void>> = {
    'that refuses connections': () => proxy.cut(),
    'that does not reply': () => proxy.hold(),
  };
  for (const [which, begin] of Object.entries(outages)) {
    it(`has one line at the start of an outage ${which} and one at its end, with counts`, async () => {
      let stored = 0;
      let refused = 0;
      let isGoing = true;
      const wearables = macs.map(async (mac) => {
        while (isGoing) {
          const { status } = await send(app, ada, resting(mac));
          if (status === 200) stored += 1;
          else refused += 1;
        }
      });
      const pages = ['/falls', '/health', '/notifications'].map(async (path) => {
        while (isGoing) await app.call('GET', path, ada);
      });
      await eventually('readings are stored', () => stored > WEARABLES);
      lines.length = 0;
      await begin();
      await eventually('readings are refused again and again', () => refused > 20 * WEARABLES);
      await app.pass(60_000);
      const before = stored;
      await proxy.mend();
      await eventually('readings are stored again', () => stored > before + WEARABLES);
      isGoing = false;
      await Promise.all([...wearables, ...pages]);
      await eventually('the outage is over', async () => {
        // Nothing else uses the database of a quiet service at once.
        await app.call('GET', '/falls', ada);
        return lines.some(({ message }) => message === END);
      });
      assert.deepEqual(
        lines.map(({ message }) => message),
        [BEGIN, END],
        JSON.stringify(lines),
      );
      const { seconds, readingsRefused = 0, leftOut = {} } = lines[1]?.fields ?? {};
      assert.equal(typeof seconds, 'number');
      assert.ok(readingsRefused > WEARABLES, `${readingsRefused} readings`);
      assert.ok((leftOut['request failed'] ?? 0) > refused, JSON.stringify(leftOut));
      assert.ok((leftOut['outbox: check failed'] ?? 0) >= 1, JSON.stringify(leftOut));
    });
  }
});
