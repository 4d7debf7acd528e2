import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { SECOND_MS } from '../time.ts';
import type { Connection } from './connection.ts';
import type { Database } from './database.ts';

/**
 * What PostgreSQL tells every instance at a commit: there is something to look at. `vigil_revoked` names the person whose
 * sessions were ended from outside, by the command line.
 */
export type Notice = 'vigil_ladder' | 'vigil_outbox' | 'vigil_revoked';

export interface NotificationListener {
  close(): Promise<void>;
}

export interface NotificationListenerParts {
  readonly db: Pick<Database, 'connect'>;
  /** Without a payload when listening begins, since notices may have been missed. */
  readonly onNotice: Readonly<Partial<Record<Notice, (payload?: string) => void>>>;
  readonly log: Log;
}

const REOPEN_MS = SECOND_MS;
const FAREWELL_MS = 200;

/**
 * LISTEN needs a connection of its own. While it is broken notices are lost, so whoever waits for one also looks every
 * second, and looks at once when it is open again.
 */
export function listenForNotices({ db, onNotice, log }: NotificationListenerParts): NotificationListener {
  const notices = Object.keys(onNotice) as Notice[];
  let client: Connection | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function open(): Promise<void> {
    try {
      const opened = await db.connect();
      if (closed) return opened.destroy();
      client = opened;
      opened.on('notification', ({ channel, payload }) => onNotice[channel as Notice]?.(payload));
      opened.on('end', reopen);
      for (const notice of notices) await opened.query(`LISTEN ${notice}`);
      for (const notice of notices) onNotice[notice]?.();
    } catch (error) {
      log.warn({ err: error }, 'notices of the database cannot be heard, it is looked at every second');
      if (client === undefined) reopen();
      // Its end opens another one.
      else client.destroy();
    }
  }

  function reopen(): void {
    client = undefined;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      opening = open();
    }, REOPEN_MS).unref();
  }

  let opening = open();

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      // A silent database answers no farewell.
      const farewell = client?.end().catch(() => {});
      await Promise.race([farewell, delay(FAREWELL_MS)]);
      client?.destroy();
      await opening;
    },
  };
}
