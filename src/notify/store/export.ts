import { profileFields } from '../../platform/database/export-sources.ts';
import { CREDENTIAL_FIELDS } from '../channels/channel-secrets.ts';

const credentials = CREDENTIAL_FIELDS.map((name) => `'${name}'`).join(', ');

/** The personal channels, without their credentials. */
export const profilePart = profileFields(
  `SELECT
     (SELECT json_agg(json_build_object('id', c.id, 'kind', c.kind, 'target', c.target - ARRAY[${credentials}],
                                        'minSeverity', c.min_severity, 'quietHours', c.quiet_hours, 'closing', c.closing,
                                        'ringsOnSilent', c.rings_on_silent,
                                        'verifiedAt', c.verified_at, 'createdAt', c.created_at) ORDER BY c.created_at)
      FROM notification_channels c WHERE c.user_id = $1) AS channels`,
);
