import { acknowledge } from '../../../alerts/acknowledge.ts';
import { Forbidden, NotFound } from '../../../errors.ts';
import { alertFilter, CaregiverAlert } from '../../../schemas/alerts.ts';
import { page, success } from '../../../schemas/envelope.ts';
import { pageQuery, readPage } from '../../../schemas/paging.ts';
import { ALERT_SORTS, findAlert, listAlerts } from '../../../storage/alerts.ts';
import type { Database } from '../../../storage/database.ts';
import { found } from '../path-id.ts';
import { type Route, route } from '../route.ts';

export interface CaregiverRouteParts {
  readonly db: Database;
  readonly now: () => number;
}

/** Contract, section 4.5. */
export function caregiverRoutes({ db, now }: CaregiverRouteParts): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/caregivers/alerts',
      access: ['CAREGIVER'],
      limit: 'global',
      summary: 'Own alerts that nobody has acknowledged yet; `status` widens it',
      query: pageQuery(alertFilter, ALERT_SORTS),
      status: 200,
      answer: page(CaregiverAlert),
      async handle({ principal, query }) {
        const { rows, pagination } = await listAlerts(
          db,
          principal.userId,
          readPage(query),
          query.status ?? 'active',
        );
        return { data: rows, pagination };
      },
    }),

    route({
      method: 'POST',
      path: '/caregivers/alerts/:id/acknowledge',
      access: ['CAREGIVER'],
      limit: 'global',
      summary: 'Acknowledge an own alert; again is harmless',
      async target({ principal, params }) {
        const alert = await found('Alert', params.id, (id) => findAlert(db, id));
        if (alert.caregiverId !== principal.userId)
          throw new Forbidden('This alert is for another caregiver');
        return alert;
      },
      status: 200,
      answer: success(CaregiverAlert),
      async handle({ target, principal }) {
        const alert = await acknowledge(db, target, principal.userId, new Date(now()));
        if (alert === undefined) throw new NotFound('Alert');
        const { id, patientName, type, severity, message, timestamp, acknowledged } = alert;
        return { data: { id, patientName, type, severity, message, timestamp, acknowledged } };
      },
    }),
  ];
}
