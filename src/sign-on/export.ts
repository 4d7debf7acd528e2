import { profileFields } from '../platform/database/export-sources.ts';

/** The identities at providers, and what their groups gave. */
export const profilePart = profileFields(
  `SELECT
     (SELECT json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject, 'email', i.email,
                                        'createdAt', i.created_at, 'lastLoginAt', i.last_login_at) ORDER BY i.created_at)
      FROM oidc_identities i WHERE i.user_id = $1) AS identities,
     (SELECT g.role FROM oidc_role_grants g WHERE g.user_id = $1) AS "roleByGroups",
     (SELECT json_agg(g.ward_id) FROM oidc_ward_grants g WHERE g.user_id = $1) AS "wardsByGroups",
     (SELECT json_agg(json_build_object('at', a.at, 'outcome', a.outcome, 'email', a.email, 'groups', a.groups,
                                        'amr', a.amr, 'acr', a.acr) ORDER BY a.at)
      FROM oidc_attempts a WHERE a.user_id = $1) AS "loginsAtProvider"`,
);
