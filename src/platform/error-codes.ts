/**
 * Every error code that an answer can carry, with its HTTP status and meaning. Codes are stable: clients and
 * translations rely on them. docs/errors.md is generated from this table.
 */
export const ERROR_CODES = {
  // 400: the first code of a status is the default for errors of that status.
  VALIDATION_FAILED: [400, 'A field is missing or invalid; `details` names every bad field.'],
  BODY_MALFORMED: [400, 'The body is missing, not valid UTF-8 or JSON, or not of the expected JSON type.'],
  NOTHING_TO_CHANGE: [400, 'The body of a `PUT` has no known field.'],
  REQUEST_MALFORMED: [400, 'The request line, a header or a frame breaks the protocol.'],
  PASSWORD_WRONG: [400, 'The current password is incorrect.'],
  CODE_WRONG: [400, 'The verification code is wrong, used or expired.'],
  PASSKEY_INVALID: [400, 'The answer of the authenticator does not fit the last options; start again.'],
  LINK_VOID: [400, 'The link was used, has expired or is not valid.'],
  UNAUTHENTICATED: [401, 'The token is missing, invalid, expired or revoked.'],
  LOGIN_FAILED: [401, 'The e-mail address or the password is wrong.'],
  TOTP_REQUIRED: [401, 'The password is right, and the login needs a code of the second factor in `totp`.'],
  TOTP_WRONG: [401, 'The code of the second factor is wrong or was used.'],
  PASSKEY_REFUSED: [401, 'The passkey is not known, or its answer could not be verified.'],
  TEMPORARY_PASSWORD_EXPIRED: [401, 'The temporary password is older than 7 days.'],
  PIN_WRONG: [401, 'The PIN is wrong, or this person cannot unlock the station.'],
  FORBIDDEN: [403, 'The caller may not do this.'],
  NOT_IN_CARE_TEAM: [403, 'The caller is not in the care team of this patient.'],
  NOT_WARD_LEAD: [403, 'The caller is neither an admin nor a lead of this ward.'],
  NOT_WARD_MEMBER: [403, 'The caller is neither an admin nor a member of this ward.'],
  ACCOUNT_DEACTIVATED: [403, 'The account is deactivated.'],
  SIGNUP_CLOSED: [403, 'Signup is not open for this role (`SIGNUP_ROLES`).'],
  TOTP_SETUP_REQUIRED: [403, 'The role needs a second factor; set one up first (`REQUIRE_TOTP`).'],
  REAUTHENTICATE: [403, 'The password must be given again first: `POST /auth/reauthenticate`.'],
  PASSWORD_CHANGE_REQUIRED: [
    403,
    'The password is temporary; the caller must change it first (`REQUIRE_PASSWORD_CHANGE`).',
  ],
  EMAIL_OWNED: [403, 'The owner of the account has chosen a password, and changes the address alone.'],
  HTTPS_REQUIRED: [403, 'The service accepts HTTPS only.'],
  SIGNATURE_WRONG: [403, 'The signature of a request from a gateway is missing or wrong.'],
  ORIGIN_REFUSED: [403, 'A request authenticated by cookie came from another origin.'],
  DEVICE_NOT_YOURS: [403, 'The device belongs to another user.'],
  DEVICE_DISABLED: [403, 'An admin has disabled the device.'],
  DEVICE_LIMIT: [403, 'The user has as many devices as a user may have.'],
  CLAIMED_BY_ANOTHER: [403, 'Another caregiver has claimed the fall.'],
  NOT_FOR_STATIONS: [403, 'The endpoint is not available at a station.'],
  SCOPE_MISSING: [403, 'The access token lacks the scope that `details.scope` names.'],
  NOT_FOR_TOKENS: [403, 'The endpoint is not available with an access token; log in instead.'],
  NOT_FOR_SERVICE_ACCOUNTS: [403, 'The endpoint concerns the caller as a person; a service account is none.'],
  NOT_FOUND: [404, 'The path, or what it names, does not exist.'],
  METHOD_NOT_ALLOWED: [405, 'The path does not support the method; see `Allow`.'],
  NOT_ACCEPTABLE: [406, 'The answer has none of the media types that `Accept` or `_format` names.'],
  CONFLICT: [409, 'The request contradicts the present state.'],
  EMAIL_TAKEN: [409, 'The e-mail address is already registered.'],
  LAST_ADMIN: [409, 'The last admin cannot be deleted, demoted or deactivated.'],
  NOT_CONFIGURED: [409, 'The service is not configured for this.'],
  NO_RESPONSE: [409, 'The fall has no response, because falls of its level alert no caregiver.'],
  ALREADY_CLAIMED: [409, 'Another caregiver has claimed the fall; `details.claimedBy` is their name.'],
  NOT_CLAIMED: [409, 'No caregiver has claimed the fall.'],
  NOT_OFFERED: [409, 'The claim is not, or no longer, offered to the caller.'],
  ALREADY_RESOLVED: [409, 'The fall is resolved already.'],
  NOT_RESOLVED: [409, 'The fall is not resolved yet, so it has no outcome to correct.'],
  CANNOT_CANCEL: [409, 'The patient can no longer call off this fall.'],
  ALREADY_SIGNED: [409, 'The incident report is signed already; a `PUT` adds an amendment.'],
  AMENDMENT_LIMIT: [409, 'The incident report has as many amendments as a report may have.'],
  ALREADY_ASSIGNED: [409, 'The patient is already assigned to this caregiver.'],
  WARD_NAME_TAKEN: [409, 'Another ward has this name.'],
  WARD_NOT_EMPTY: [409, 'Patients are in the ward; move them before it is deleted.'],
  HANDOVER_CONFIRMED: [409, 'The handover is confirmed already.'],
  HANDOVER_REPLACED: [409, 'Another handover has replaced the one that was read.'],
  CHANNEL_LIMIT: [409, 'The person has as many notification channels as a person may have.'],
  CHANNEL_UNVERIFIED: [409, 'The address of the channel is not verified yet.'],
  DEVICE_TAKEN: [409, 'The device is registered already.'],
  PATIENT_UNCLEAR: [
    409,
    'The event of a sensor names no patient, and not exactly one active patient lives in its room.',
  ],
  TOTP_ACTIVE: [409, 'The account has a second factor already.'],
  PASSKEY_TAKEN: [409, 'The passkey is registered already.'],
  PASSKEY_LIMIT: [409, 'The account has as many passkeys as an account may have.'],
  TOKEN_LIMIT: [409, 'The account has as many access tokens as an account may have.'],
  SERVICE_NAME_TAKEN: [409, 'Another service account has this name.'],
  LINK_USED: [410, 'The link was used or has expired.'],
  BODY_TOO_LARGE: [413, 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The `Content-Type` is not supported.'],
  UPGRADE_REQUIRED: [426, 'The path is a WebSocket; ask for an upgrade.'],
  RATE_LIMITED: [429, 'Too many requests; try again after `Retry-After`.'],
  LOGIN_LIMITED: [429, 'Too many login attempts.'],
  CODES_LIMITED: [429, 'Too many verification codes.'],
  PIN_LOCKED: [429, 'Five wrong PINs for this person; `Retry-After` says when the next try is possible.'],
  READING_TOO_EARLY: [429, 'The device sent a reading or backlog before the next one was due.'],
  INTERNAL_ERROR: [500, 'A fault of the service; the log has the cause under the request id.'],
  SECRET_UNREADABLE: [
    503,
    'A stored secret cannot be decrypted with the key of the service; an operator must check it.',
  ],
  UNAVAILABLE: [503, 'The service, or a part that it needs, is not available; try again.'],
} as const satisfies Readonly<Record<string, readonly [status: number, meaning: string]>>;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode][0];

/** The codes that an error of a status may have. */
export type CodeOf<Status extends ErrorStatus> = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code][0] extends Status ? Code : never;
}[ErrorCode];

export const statusOf = (code: ErrorCode): ErrorStatus => ERROR_CODES[code][0];
