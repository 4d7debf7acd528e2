export { createAccessAudit } from './access-audit.ts';
export type { AccountListener, Accounts } from './accounts.ts';
export { SESSION_REVOKED, USER_CHANGED, USER_REVOKED } from './cluster-events.ts';
export type { Exports } from './export.ts';
export {
  afterCursor,
  type ExportSource,
  fullName,
  jsonRows,
  prettyJson,
  profileFields,
} from './export-sources.ts';
export type { LoginLimits } from './login-limits.ts';
export type { Passwords } from './passwords.ts';
export {
  type CaregiversSee,
  isSelf,
  mayBeAlerted,
  mayGiveUpClaimOf,
  mayHearAlertsOf,
  mayRespondTo,
  maySeeCaregiver,
  maySeeHealthOf,
  maySignalAsWearer,
  mayUseChannelsOf,
  mayWatch,
  mayWriteTo,
  type PermissionRule,
  type Viewer,
} from './permissions.ts';
export { retention } from './retention.ts';
export { changesEmail } from './routes/email-rule.ts';
export { EXPORT_CONTENTS, exportDownload } from './routes/exports.ts';
export { removalRoute } from './routes/removal-route.ts';
export type { Sessions } from './sessions.ts';
export { saveLoginNetwork } from './store/login-networks.ts';
export type { SecretPage } from './store/sealed-secrets.ts';
export { countEndedSessions, endsOfSessions } from './store/sessions.ts';
export { countUsers, listUsers, PATIENT_SORTS } from './store/user-lists.ts';
export {
  activeUsersAmong,
  confirmLogin,
  findUser,
  findUserForLogin,
  findUsers,
  lockUser,
  namesAndRooms,
  PENDING_EMAIL,
  patientsAmong,
  USER_COLUMNS,
} from './store/users.ts';
export { isUsable, passwordChangeOf } from './temporary-password.ts';
export { identityOf, pendingEmailOf, personOf, type User } from './user.ts';
