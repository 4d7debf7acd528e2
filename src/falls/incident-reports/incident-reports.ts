import { findUser, type Organisation } from '../../accounts/index.ts';
import { wardOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { MINUTE_MS } from '../../platform/time.ts';
import { formatDateTime } from '../../platform/zone.ts';
import { type FallRow, fallRecord, findFall } from '../../response/fall/index.ts';
import { timelineOf } from '../../response/index.ts';
import { refuseTest } from '../test-alerts/test-alerts.ts';
import {
  amendedContent,
  applied,
  changedFields,
  initialContent,
  isEmpty,
  notifiedOf,
  type ReportContent,
  revisionOf,
  shownContent,
  timesOf,
  withPlainTimes,
} from './incident-report.ts';
import { MOST_AMENDMENTS } from './schema.ts';
import * as store from './store.ts';

/** The readings of a wearer's device between two times, oldest first; for a wearer who no longer has it too. */
export type ReadingsAround = (
  q: Queryable,
  device: { readonly deviceId: string; readonly wearerId: string },
  range: { readonly from: Date; readonly to: Date },
) => Promise<readonly object[]>;

export interface IncidentReportDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerWithId'>;
  readonly readingsAround: ReadingsAround;
  readonly now: () => number;
}

/** The range that the console's page of a fall shows. */
const BEFORE_MS = MINUTE_MS;
const AFTER_MS = 2 * MINUTE_MS;

/** docs/home.md, "Incident reports". */
export class IncidentReports {
  readonly #deps: IncidentReportDeps;

  constructor(deps: IncidentReportDeps) {
    this.#deps = deps;
  }

  /** `readerId`: the person whose language the texts are in. */
  async read(fallId: string, readerId: string) {
    const { db, organisation } = this.#deps;
    const row = await findFall(db, fallId);
    if (row === undefined) throw new NotFound('Fall');
    refuseTest(row);
    const [fall, user, timeline, stored, amendments] = await Promise.all([
      fallRecord(db, row),
      findUser(db, row.userId),
      timelineOf(db, fallId),
      store.findReport(db, fallId),
      store.amendmentsOf(db, fallId),
    ]);
    const { response, createdAt } = fall;
    const { timeZone, language } = await organisation.readerWithId(readerId);
    const notified = notifiedOf(fall.alerts, timeline);
    const content = stored?.content ?? initialContent(row);
    return {
      fallId,
      person: { id: row.userId, name: fall.patientName, dateOfBirth: user?.dateOfBirth ?? null },
      ...(stored?.signedFacts ?? (await this.#factsOf(db, row, fall.patientRoom))),
      when: { at: createdAt, local: formatDateTime(createdAt, timeZone, language), timeZone },
      level: fall.status,
      source: fall.source,
      sensor: fall.sensor,
      why: fall.assessment,
      timeline,
      notified,
      times: timesOf(createdAt, notified, timeline, response?.resolvedAt ?? null),
      stages: fall.stages,
      outcome: response?.outcome ?? null,
      resolvedBy: response?.resolvedBy ?? null,
      note: response?.note ?? null,
      ...shownContent(content),
      revision: revisionOf(content),
      signedBy: stored?.signedBy ?? null,
      signedAt: stored?.signedAt ?? null,
      amendments,
    };
  }

  /** Returns what the change was: an amendment once the report is signed. */
  async change(fall: FallRow, by: string, change: Partial<ReportContent>): Promise<'changed' | 'amended'> {
    refuseTest(fall);
    const given = withPlainTimes(change);
    return this.#deps.db.transaction(async (q) => {
      const report = await store.lockReport(q, fall.id, initialContent(fall));
      if (report === undefined) throw new NotFound('Fall');
      if (report.signedAt === null) {
        await store.saveContent(q, fall.id, applied(report.content, given));
        return 'changed';
      }
      const amendments = await store.amendmentsOf(q, fall.id);
      const text = amendedContent(report.content, amendments);
      const changes = changedFields(text, applied(text, given));
      if (Object.keys(changes).length === 0) return 'amended';
      if (amendments.length >= MOST_AMENDMENTS)
        throw new Conflict(`A report has at most ${MOST_AMENDMENTS} amendments`, { code: 'AMENDMENT_LIMIT' });
      await store.addAmendment(q, fall.id, { ...(await this.#authorship(q, by)), ...changes });
      return 'amended';
    });
  }

  /** Saves `change` and signs, or does neither; `revision` is of the text that the signer was shown without it. */
  async sign(
    fall: FallRow,
    by: string,
    { revision, ...change }: Partial<ReportContent> & { readonly revision?: string | null },
  ): Promise<void> {
    refuseTest(fall);
    return this.#deps.db.transaction(async (q) => {
      const report = await store.lockReport(q, fall.id, initialContent(fall));
      if (report === undefined) throw new NotFound('Fall');
      if (report.signedBy !== null)
        throw new Conflict(`${report.signedBy.name} has signed this report`, { code: 'ALREADY_SIGNED' });
      if (revision && revision !== revisionOf(report.content))
        throw new Conflict('The report has changed. Read it again before you sign.', {
          code: 'REPORT_CHANGED',
        });
      const content = applied(report.content, withPlainTimes(change));
      if (isEmpty(content))
        throw new Conflict('The report is empty. Fill it in before you sign.', { code: 'REPORT_EMPTY' });
      await store.saveContent(q, fall.id, content);
      const author = await this.#authorship(q, by);
      const patient = await findUser(q, fall.userId);
      const facts = await this.#factsOf(q, fall, patient?.room ?? null);
      await store.saveSignature(q, fall.id, author.by, author.at, facts);
    });
  }

  /** The name is stored, because the report outlives the account of its author. */
  async #authorship(q: Queryable, userId: string) {
    const user = await findUser(q, userId);
    if (user === undefined) throw new NotFound('Account');
    return {
      by: { id: user.id, name: `${user.firstName} ${user.lastName}` },
      at: new Date(this.#deps.now()),
    };
  }

  async #factsOf(q: Queryable, fall: FallRow, room: string | null): Promise<store.SignedFacts> {
    const from = new Date(fall.createdAt.getTime() - BEFORE_MS);
    const to = new Date(fall.createdAt.getTime() + AFTER_MS);
    const { deviceId, userId: wearerId } = fall;
    const points =
      deviceId === null
        ? undefined
        : await this.#deps.readingsAround(q, { deviceId, wearerId }, { from, to });
    return {
      ward: await wardOf(q, wearerId),
      room,
      signal: points === undefined ? null : { from, to, points },
    };
  }
}
