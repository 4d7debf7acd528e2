import { profileFields } from '../../platform/database/export-sources.ts';

/**
 * Sessions, the networks that the user logs in from, the second factor, when the PIN was set, the passkeys, the access
 * tokens, and when a patient has lived in the home. */
export const profilePart = profileFields(
  `SELECT
     (SELECT json_agg(json_build_object('id', s.id, 'createdAt', s.created_at, 'lastUsedAt', s.last_used_at,
                                        'expiresAt', s.expires_at, 'endedAt', s.revoked_at, 'ip', s.ip,
                                        'userAgent', s.user_agent) ORDER BY s.created_at)
      FROM sessions s WHERE s.user_id = $1) AS sessions,
     (SELECT json_agg(json_build_object('network', n.network, 'lastLoginAt', n.last_login_at) ORDER BY n.last_login_at)
      FROM login_networks n WHERE n.user_id = $1) AS "loginNetworks",
     (SELECT json_build_object('confirmedAt', t.confirmed_at) FROM second_factors t
      WHERE t.user_id = $1) AS "secondFactor",
     (SELECT json_build_object('setAt', p.set_at) FROM pins p WHERE p.user_id = $1) AS pin,
     (SELECT json_agg(json_build_object('id', k.id, 'name', k.name, 'createdAt', k.created_at,
                                        'lastUsedAt', k.last_used_at) ORDER BY k.created_at)
      FROM passkeys k WHERE k.user_id = $1) AS passkeys,
     (SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'scopes', a.scopes, 'createdAt', a.created_at,
                                        'expiresAt', a.expires_at, 'lastUsedAt', a.last_used_at) ORDER BY a.created_at)
      FROM access_tokens a WHERE a.user_id = $1) AS "accessTokens",
     (SELECT json_agg(json_build_object('from', r.began_at, 'until', r.ended_at) ORDER BY r.began_at)
      FROM residencies r WHERE r.patient_id = $1) AS stays`,
);
