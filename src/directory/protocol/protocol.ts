import type { ErrorCode } from '../../platform/error-codes.ts';
import { AppError } from '../../platform/errors.ts';
import type { Protocol } from '../../platform/http/protocol.ts';

/** RFC 7644, table 9: the kinds of errors that this interface sends. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** docs/directory.md: SCIM 2.0. Every `Accept` gets the one media type: some directories send another one, or none. */
export const SCIM: Protocol = {
  base: '/scim/v2',
  profile: 'scim',
  requireAccepted: () => {},
  failure,
  skipsEmptySegments: true,
  limit: 'directory',
};

/** A 400 of this kind. */
export const refused = (scimType: ScimType, detail: string): AppError =>
  new AppError('VALIDATION_FAILED', detail, { fields: { scimType } });

/** A 409: another user or group of the home has this value. */
export const taken = (detail: string): AppError =>
  new AppError('CONFLICT', detail, { fields: { scimType: 'uniqueness' satisfies ScimType } });

const TYPE_OF: Partial<Record<ErrorCode, ScimType>> = {
  BODY_MALFORMED: 'invalidSyntax',
  EMAIL_TAKEN: 'uniqueness',
  LAST_ADMIN: 'mutability',
};

function failure({ status, code, message, fields }: AppError): object {
  const scimType = fields?.scimType ?? TYPE_OF[code];
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: message,
  };
}
