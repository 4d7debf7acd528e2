import type { Organisation } from '../../accounts/index.ts';
import type { EventLog } from '../../live/index.ts';
import type { StaffContent } from '../../notify/texts/content.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { StaffNoticeKind } from '../vocabulary.ts';
import { endStaffNotices, notifyStaff } from './staff-notices.ts';
import { activeAdmins, deleteOtherNotices, isNoticeShown } from './store.ts';

interface AdminNoticeDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly events: Pick<EventLog, 'transaction'>;
  readonly now: () => number;
}

/** Notices to all admins about the service itself. */
export class AdminNotices {
  readonly #deps: AdminNoticeDeps;

  constructor(deps: AdminNoticeDeps) {
    this.#deps = deps;
  }

  isShown(subject: string): Promise<boolean> {
    return isNoticeShown(this.#deps.db, subject, new Date(this.#deps.now()));
  }

  /** Does nothing while a board shows a notice with this subject. */
  async notify(notice: {
    readonly subject: string;
    readonly content: StaffContent;
    readonly shownMs: number;
    /** Others who have it on their boards, without a message. */
    readonly shownTo?: (q: Queryable) => Promise<readonly string[]>;
  }): Promise<void> {
    const { organisation, events, now } = this.#deps;
    const { subject, content, shownMs } = notice;
    const at = new Date(now());
    await events.transaction(async (q) => {
      if (await isNoticeShown(q, subject, at)) return { result: undefined, events: [] };
      const recipients = await activeAdmins(q);
      const shownUntil = new Date(at.getTime() + shownMs);
      const shownTo = (await notice.shownTo?.(q)) ?? [];
      const about = { recipients, shownTo, subject, content, shownUntil };
      const newEvents = await notifyStaff(q, about, organisation, at);
      return { result: undefined, events: newEvents };
    });
  }

  end(subject: string): Promise<void> {
    return endStaffNotices(this.#deps.db, [subject]);
  }

  /** Ends the notices of a kind that are about none of these subjects: nothing looks at what they were about any more. */
  async endOthers(kind: StaffNoticeKind, subjects: readonly string[]): Promise<void> {
    await deleteOtherNotices(this.#deps.db, kind, subjects);
  }
}
