import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { zoneComplaint } from '../../platform/schema/time-zone.ts';
import { Organisation, OrganisationChange } from '../schema.ts';
import type { Organisation as OrganisationStore } from './organisation.ts';

/** docs/home.md, "The organisation". */
export const organisationRoutes = ({
  organisation,
}: {
  readonly organisation: Pick<OrganisationStore, 'current' | 'change'>;
}): readonly Route[] => [
  route({
    operation: 'getOrganisation',
    at: 'GET /admin/organisation',
    access: ['ADMIN'],
    summary: 'Get the settings of the organisation',
    reply: success(Organisation),
    handle: () => ({ data: organisation.current() }),
  }),

  route({
    operation: 'updateOrganisation',
    at: 'PUT /admin/organisation',
    access: ['ADMIN'],
    summary: 'Update the settings of the organisation. Fields left out stay as they are.',
    body: OrganisationChange,
    rules: ({ timeZone }) => {
      const complaint = timeZone === undefined ? undefined : zoneComplaint(timeZone);
      return complaint === undefined ? {} : { timeZone: complaint };
    },
    reply: success(Organisation),
    async handle({ body, record }) {
      const data = await organisation.change(body);
      const message = `Changed the organisation: ${Object.keys(body).join(', ')}`;
      record({ action: 'organisation.changed', message });
      return { data };
    },
  }),
];
