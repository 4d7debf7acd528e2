import type { Database } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { found } from '../../platform/http/path-id.ts';
import { stationOf } from '../../platform/http/principal.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import {
  type AcknowledgeDeps,
  acknowledge,
  acknowledgedAuditLine,
  requireOwnAlert,
} from '../commands/acknowledge.ts';
import { AcknowledgeRequest, alertFilter, JudgedAlert } from './schema.ts';
import { ALERT_SORTS, alertRecord, findAlert, listAlerts } from './store.ts';

interface AlertRouteDeps extends Omit<AcknowledgeDeps, 'metrics'> {
  readonly db: Database;
  readonly metrics: { readonly response: AcknowledgeDeps['metrics'] };
  readonly now: () => number;
}

/** docs/contract.md, "Alerts": a caregiver's own alerts. */
export const alertRoutes = (deps: AlertRouteDeps): readonly Route[] => [
  listRoute(deps.db),
  acknowledgeRoute({ ...deps, metrics: deps.metrics.response }),
];

const listRoute = (db: Database): Route =>
  route({
    operation: 'listAlerts',
    at: 'GET /caregivers/alerts',
    access: ['CAREGIVER'],
    summary: 'List your unacknowledged alerts. `status` includes others.',
    query: pageQuery(alertFilter, ALERT_SORTS),
    reply: page(JudgedAlert),
    async handle({ principal, query, record }) {
      const { rows, pagination } = await listAlerts(
        db,
        principal.userId,
        readPage(query),
        query.status ?? 'active',
      );
      const shown = rows.map(({ patientId }) => patientId);
      if (shown.length > 0)
        recordHealthRead({ principal, record }, 'the alerts about assigned patients', shown);
      return { data: rows, pagination };
    },
  });

const acknowledgeRoute = (deps: AcknowledgeDeps & Pick<AlertRouteDeps, 'db' | 'now'>): Route =>
  route({
    operation: 'acknowledgeAlert',
    at: 'POST /caregivers/alerts/:id/acknowledge',
    access: ['CAREGIVER'],
    limit: 'urgent',
    scope: 'respond',
    fromStation: true,
    summary:
      'Acknowledge one of your alerts, with the outcome if known. A repetition is harmless and may add the outcome.',
    body: AcknowledgeRequest,
    async target({ principal, params }) {
      const alert = await found('Alert', params.id, (id) => findAlert(deps.db, id));
      await requireOwnAlert(deps.db, alert, principal);
      return alert;
    },
    reply: success(JudgedAlert),
    async handle({ target, principal, body, record }) {
      const at = new Date(deps.now());
      const outcome = body.outcome ?? undefined;
      const acknowledged = await acknowledge(
        deps,
        target,
        principal.userId,
        at,
        outcome,
        stationOf(principal),
      );
      const alert = acknowledged && (await alertRecord(deps.db, acknowledged.id));
      if (alert === undefined) throw new NotFound('Alert');
      record(acknowledgedAuditLine(target));
      return { data: alert };
    },
  });
