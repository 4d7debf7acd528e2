import Type from 'typebox';
import * as t from '../platform/schema/primitives.ts';

const MAX_USER_NAME = 254;

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
