import { startPeriodic } from '../../platform/batching/periodic.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { laneOf } from '../outbox/lanes.ts';
import { enqueue } from '../outbox/store.ts';
import type { StoredMessage } from '../outbox/stored-message.ts';
import { webhooksByEvent } from './store.ts';

/** The newest entry of the audit chain. */
interface AuditHead {
  readonly number: number;
  readonly hash: string;
}

interface AuditHeadDeps {
  readonly db: Database;
  /** Undefined if it was published on this day already; the audit log belongs to an earlier module. */
  readonly takeAuditHead: (q: Queryable, at: Date) => Promise<AuditHead | undefined>;
  readonly closeLater: (name: string, close: () => Promise<void>) => void;
  readonly now: () => number;
  readonly log: Log;
}

/** docs/security.md, "Audit chain": once a day the head goes where the database's owner cannot change it. */
export function publishAuditHead({ db, takeAuditHead, closeLater, now, log }: AuditHeadDeps): undefined {
  async function publish(): Promise<void> {
    const at = new Date(now());
    const head = await db.transaction(async (q) => {
      const taken = await takeAuditHead(q, at);
      if (taken !== undefined) await toWebhooks(q, taken, at);
      return taken;
    });
    if (head !== undefined) log.info({ ...head }, 'audit: head');
  }
  const periodic = startPeriodic({
    everyMs: MINUTE_MS,
    now,
    work: publish,
    failed: (error) => log.warn({ err: error }, 'audit: head not published, retrying in a minute'),
  });
  closeLater('head of the audit log', () => periodic.close());
}

async function toWebhooks(q: Queryable, head: AuditHead, at: Date): Promise<void> {
  const message: StoredMessage = {
    type: 'audit.head',
    fallId: null,
    patientId: null,
    patientName: null,
    patientRoom: null,
    level: null,
    content: null,
    isReminder: false,
    response: null,
    extra: { ...head },
    timestamp: at,
    claimable: false,
  };
  const webhooks = (await webhooksByEvent(q))('audit.head');
  await enqueue(
    q,
    webhooks.map(({ id, url }) => ({
      fallId: null,
      to: { webhookId: id },
      lane: laneOf('webhook', { url }),
      message,
    })),
    at,
  );
}
