import type { TestContext } from 'node:test';
import { pagerServerOf } from '../../src/pagers/espa/espa-url.ts';
import { Espa444Link, type Espa444Timings } from '../../src/pagers/espa/espa444-link.ts';
import { EspaxLink, type EspaxTimings } from '../../src/pagers/espa/espax-link.ts';
import type { Page, PageEvent } from '../../src/pagers/page.ts';
import { PagerConnection } from '../../src/pagers/pager-connection.ts';
import { dueWorkDone } from '../helpers/due-work.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';

/** For tests in which an answer is missing. All others wait longer than a busy machine may take to answer. */
export const SHORT_ANSWER_MS = 400;
const ANSWER_MS = 10_000;
const ESPA444_TIMINGS: Omit<Espa444Timings, 'replyMs'> = { retryMs: 20, settleMs: 20, heartbeatMs: 30_000 };
const ESPAX_TIMINGS: Omit<EspaxTimings, 'replyMs'> = { heartbeatMs: 5_000 };

export const page = (fields: Partial<Page> = {}): Page => ({
  ref: crypto.randomUUID().replaceAll('-', ''),
  number: '4711',
  text: 'Edith Brandt, room 12: fall',
  priority: 2,
  ...fields,
});

/** The connection to a test server, with a clock that tests move. */
export function openConnection(t: TestContext, url: string, replyMs = ANSWER_MS) {
  let clock = Date.parse('2026-03-01T10:00:00Z');
  const now = () => clock;
  const events: PageEvent[] = [];
  const logged: string[] = [];
  let opened = 0;
  const server = pagerServerOf(url);
  const connection = new PagerConnection({
    address: server,
    openLink: (wire) =>
      server.protocol === 'ESPA 4.4.4'
        ? Espa444Link.open(wire, { ...ESPA444_TIMINGS, replyMs })
        : EspaxLink.open({
            wire,
            user: server.user,
            password: server.password,
            onEvent: (event) => void events.push(event),
            now,
            timings: { ...ESPAX_TIMINGS, replyMs },
          }),
    onOpen: () => {
      opened += 1;
    },
    now,
    log: silentLog({
      info: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
      warn: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
      error: (fields, message) => void logged.push(`${message} ${JSON.stringify(fields)}`),
    }),
  });
  t.after(() => connection.close());
  return {
    connection,
    events,
    logged,
    opened: () => opened,
    async pass(seconds: number) {
      clock += seconds * 1000;
      await dueWorkDone();
    },
    async connected() {
      connection.hold();
      await eventually('the pager is connected', () => connection.isConnected());
    },
    lost: () => eventually('the connection is lost', () => !connection.isConnected()),
  };
}
