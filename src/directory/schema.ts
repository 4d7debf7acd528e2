import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';

const MAX_USER_NAME = 254;
export const MAX_UNMAPPED = 50;

export const HandOver = t.record('HandOver', 'Name of an account in the directory', {
  userName: t.optional(
    t.line(MAX_USER_NAME, 'userName in the directory; default: the e-mail address', 'rosa.klein@example.org'),
  ),
});

export const DirectoryEntry = t.record(
  'DirectoryEntry',
  'What the directory of the home says about an account',
  {
    userName: t.string('userName in the directory', 'rosa.klein@example.org'),
    externalId: t.nullable(t.string('ID in the directory; null without one', '0f1e2d')),
    isWaiting: t.boolean('The directory has not written the user yet, or has deleted it', false),
    active: t.boolean('Whether the user is active in the directory', true),
    groups: Type.Array(t.string('Name of a group', 'Night nurses'), { description: 'Groups of the user' }),
    updatedAt: t.timestamp('Time of the last change'),
  },
);

export const DirectoryStatus = t.record('DirectoryStatus', 'The directory of the home (SCIM), for admins', {
  url: t.string('Address for the directory', 'https://vigil.example.org/scim/v2'),
  serviceAccounts: Type.Array(
    Type.Object({
      id: t.id('ID of the service account'),
      name: t.string('Name', 'Directory'),
      lastUsedAt: t.nullable(t.timestamp('Time of its last request; null before the first')),
    }),
    { description: 'Service accounts with the scope `directory`' },
  ),
  users: Type.Object(
    {
      active: t.count('Active accounts', 380),
      inactive: t.count('Inactive accounts', 12),
      waiting: t.count('Accounts that were handed over and wait for the directory', 1),
    },
    { description: 'Accounts that the directory manages' },
  ),
  groups: t.count('Number of groups of the directory', 9),
  unmapped: Type.Object(
    {
      total: t.count('Number', 1),
      names: Type.Array(t.string('Name of the group', 'Chess club'), {
        description: `Their names, at most ${MAX_UNMAPPED}`,
      }),
    },
    { description: 'Groups of the directory that no setting names: they give nothing' },
  ),
  missing: Type.Array(t.string('Name of the group', 'station-3'), {
    description: 'Groups that the settings name, and the directory has not sent',
  }),
});
