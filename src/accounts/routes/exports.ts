import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { HOUR_MS } from '../../platform/time.ts';
import { dayOf } from '../../platform/zone.ts';
import type { Exports } from '../export.ts';
import type { Organisation } from '../organisation/organisation.ts';
import { findUser } from '../store/users.ts';
import type { User } from '../user.ts';

interface ExportRouteDeps {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'hit'>;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly exports: Exports;
  /** Resolves `/patients/:id`; throws 404 for the id of a user who is not a patient. */
  readonly patientAt: (q: Queryable, call: { readonly params: Params }) => Promise<User>;
  readonly now: () => number;
}

/** Per user. */
const EXPORTS: UseLimit = {
  most: 1,
  windowMs: HOUR_MS,
  message: 'Only one export per hour',
};

const EXPORT_CONTENTS =
  'a ZIP of profile.json, devices.json, readings.csv (`samples` and `parts` in hexadecimal, see docs/security.md), coverage.csv, falls.json, alerts.json, messages.json and access-log.json';

const exportDownload = ({ organisation, now }: Pick<ExportRouteDeps, 'organisation' | 'now'>) => ({
  mediaType: 'application/zip',
  fileName: () => `vigil-${dayOf(new Date(now()), organisation.current().timeZone)}.zip`,
});

/** docs/contract.md, "Export". */
export function exportRoutes(deps: ExportRouteDeps): readonly Route[] {
  const { db, cluster, exports, patientAt, now } = deps;
  return [
    route({
      operation: 'exportOwnData',
      at: 'GET /profile/me/export',
      access: 'signed-in',
      summary: `Export your data: ${EXPORT_CONTENTS}. Once per hour.`,
      download: exportDownload(deps),
      async handle({ principal: { userId }, record }) {
        const user = await findUser(db, userId);
        if (user === undefined) throw new NotFound('User');
        const content = exports(user);
        try {
          await countUse({ cluster, now }, `export:${userId}`, EXPORTS);
        } catch (error) {
          content.destroy();
          throw error;
        }
        record({ action: 'data.exported', message: 'Exported what is held about them', subjectId: userId });
        return { download: content };
      },
    }),

    route({
      operation: 'exportPatientData',
      at: 'GET /patients/:id/export',
      access: ['ADMIN'],
      summary: `Export a patient's data: ${EXPORT_CONTENTS}.`,
      target: (call) => patientAt(db, call),
      download: exportDownload(deps),
      handle({ target, principal, record }) {
        const content = exports(target);
        recordHealthRead({ principal, record }, 'everything that is held about a patient', target.id);
        return { download: content };
      },
    }),
  ];
}
