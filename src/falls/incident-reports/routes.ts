import type { Details } from '../../platform/errors.ts';
import { changeOf, recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { fallPaths } from '../../response/fall/index.ts';
import { type IncidentReportDeps, IncidentReports } from './incident-reports.ts';
import { IncidentReport, IncidentReportChange, IncidentReportSignature } from './schema.ts';

/** docs/home.md, "Incident reports". */
export function incidentReportRoutes(deps: IncidentReportDeps): readonly Route[] {
  const reports = new IncidentReports(deps);
  const { forReaders, forResponders } = fallPaths(deps.db);

  return [
    route({
      operation: 'getIncidentReport',
      at: 'GET /falls/:id/report',
      access: 'signed-in',
      summary: 'Get the incident report of a fall. For users who may read the fall.',
      target: forReaders,
      reply: success(IncidentReport),
      async handle({ target, principal, record }) {
        recordHealthRead({ principal, record }, 'the incident report of a fall', target.userId);
        return { data: await reports.read(target.id, principal.userId) };
      },
    }),

    route({
      operation: 'updateIncidentReport',
      at: 'PUT /falls/:id/report',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      personal: true,
      summary:
        'Change fields of the incident report; `null` clears a field. After the signature the changes become an amendment. For the care team and admins.',
      target: forResponders,
      body: IncidentReportChange,
      rules: whenInformed,
      reply: success(IncidentReport),
      async handle({ target, principal, body, record }) {
        const how = await reports.change(target, principal.userId, body);
        record({
          action: `report.${how}`,
          message: changeOf(how === 'amended' ? 'a signed incident report' : 'an incident report', body),
          subjectId: target.userId,
        });
        return { data: await reports.read(target.id, principal.userId) };
      },
    }),

    route({
      operation: 'signIncidentReport',
      at: 'POST /falls/:id/report/sign',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      personal: true,
      summary:
        'Save fields of the incident report and sign it, which locks its text. For the care team and admins.',
      target: forResponders,
      body: IncidentReportSignature,
      rules: whenInformed,
      reply: success(IncidentReport),
      async handle({ target, principal, body, record }) {
        const { revision: _, ...change } = body;
        await reports.sign(target, principal.userId, body);
        if (Object.keys(change).length > 0)
          record({
            action: 'report.changed',
            message: changeOf('an incident report', change),
            subjectId: target.userId,
          });
        record({ action: 'report.signed', message: 'Signed an incident report', subjectId: target.userId });
        return { data: await reports.read(target.id, principal.userId) };
      },
    }),
  ];
}

/** With an offset, the last hours of the year 9999 are in the year 10000 of UTC. */
const isInRange = (time: string): boolean => new Date(time).getUTCFullYear() <= 9999;

function whenInformed({
  isDoctorInformed,
  doctorInformedAt,
  isFamilyInformed,
  familyInformed,
}: {
  readonly isDoctorInformed?: boolean | null;
  readonly doctorInformedAt?: string | null;
  readonly isFamilyInformed?: boolean | null;
  readonly familyInformed?: { readonly at: string } | null;
}): Details {
  const message = 'must be before the year 10000';
  const contradicts = (answer: boolean | null | undefined, details: unknown): boolean =>
    Boolean(details) && (answer === false || answer === null);
  return {
    ...(doctorInformedAt && !isInRange(doctorInformedAt) && { doctorInformedAt: message }),
    ...(familyInformed && !isInRange(familyInformed.at) && { 'familyInformed.at': message }),
    ...(contradicts(isDoctorInformed, doctorInformedAt) && {
      isDoctorInformed: 'must be true with doctorInformedAt',
    }),
    ...(contradicts(isFamilyInformed, familyInformed) && {
      isFamilyInformed: 'must be true with familyInformed',
    }),
  };
}
