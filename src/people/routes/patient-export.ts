import { EXPORT_CONTENTS, type Exports, exportDownload } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { patientAt } from './patient-path.ts';

interface PatientExportDeps {
  readonly db: Database;
  readonly exports: Exports;
  readonly now: () => number;
}

/** docs/contract.md, "Export": the export of a patient's data. */
export const patientExportRoutes = ({ db, exports, now }: PatientExportDeps): readonly Route[] => [
  route({
    operation: 'exportPatientData',
    method: 'GET',
    path: '/patients/:id/export',
    access: ['ADMIN'],
    limit: 'global',
    summary: `Export a patient's data: ${EXPORT_CONTENTS}.`,
    target: (call) => patientAt(db, call),
    status: 200,
    download: exportDownload(now),
    handle({ target, principal, record }) {
      const content = exports(target);
      recordHealthRead({ principal, record }, 'everything that is held about a patient', target.id);
      return { download: content };
    },
  }),
];
