import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { zoneComplaint } from '../../platform/schema/time-zone.ts';
import type { Organisation as OrganisationStore } from '../organisation.ts';
import { Organisation, OrganisationChange } from '../schema.ts';

/** docs/home.md, "The organisation". */
export const organisationRoutes = ({
  organisation,
}: {
  readonly organisation: Pick<OrganisationStore, 'current' | 'change'>;
}): readonly Route[] => [
  route({
    operation: 'getOrganisation',
    method: 'GET',
    path: '/admin/organisation',
    access: ['ADMIN'],
    summary: 'Get the settings of the organisation',
    reply: success(Organisation),
    handle: () => ({ data: organisation.current() }),
  }),

  route({
    operation: 'updateOrganisation',
    method: 'PUT',
    path: '/admin/organisation',
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
