import type { Database, Queryable } from '../../platform/database/database.ts';
import type { Condition } from '../../platform/database/list.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { readDateRange } from '../../platform/schema/date-range.ts';
import { page } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { AuditLine, auditFilter } from '../admin/schema.ts';
import type { Organisation } from '../organisation/organisation.ts';
import type { Viewer } from '../permissions.ts';
import { AUDIT_SORTS, listAuditTrail } from './store.ts';

interface AuditRouteDeps {
  readonly db: Database;
  readonly audit: AuditTrail;
  readonly organisation: Pick<Organisation, 'current'>;
  /** Restricts the entries to those that the viewer may read, or refuses; wards belong to a later module. */
  readonly auditScope: (
    q: Queryable,
    viewer: Viewer,
    wardId: string | null | undefined,
  ) => Promise<readonly Condition[]>;
}

export const auditRoute = ({ db, audit, organisation, auditScope }: AuditRouteDeps): Route =>
  route({
    operation: 'listAuditTrail',
    at: 'GET /admin/logs',
    access: ['CAREGIVER', 'ADMIN'],
    summary: 'List audit log entries. For admins; with `wardId` also for leads of the ward.',
    query: pageQuery(auditFilter, AUDIT_SORTS),
    mayNotFind: true,
    reply: page(AuditLine),
    async handle({ query, principal }) {
      const allowed = await auditScope(db, principal, query.wardId);
      const { level, action, actorId, subjectId } = query;
      const range = readDateRange(query, organisation.current().timeZone);
      const filter = { level, action, actorId, subjectId, ...range };
      await audit.settled();
      const { rows, pagination } = await listAuditTrail(db, readPage(query), filter, allowed);
      return { data: rows, pagination };
    },
  });
