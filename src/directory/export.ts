import { profileFields } from '../platform/database/export-sources.ts';

/** What the home's directory has written about the user. */
export const profilePart = profileFields(
  `SELECT (SELECT json_build_object('userName', d.user_name, 'externalId', d.external_id, 'givenName', d.given_name,
       'familyName', d.family_name, 'displayName', d.display_name, 'email', d.email, 'active', d.active,
       'createdAt', d.created_at, 'updatedAt', d.updated_at,
       'groups', (SELECT coalesce(json_agg(g.display_name ORDER BY g.group_key), '[]')
                  FROM directory_members m JOIN directory_groups g ON g.id = m.group_id WHERE m.user_id = $1))
     FROM directory_users d WHERE d.user_id = $1) AS directory`,
);
