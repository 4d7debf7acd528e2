export { holdTokenOf } from './access-tokens/token-creations.ts';
export type { Accounts } from './accounts.ts';
export { changesEmail } from './email/email-rule.ts';
export type { Authentication, LoginRefusal } from './login/authentication.ts';
export { endsOfSessions } from './login/session-store.ts';
export type { Organisation } from './organisation/organisation.ts';
export { removalRoute } from './routes/removal-route.ts';
export { countUsers, listUsers } from './store/user-lists.ts';
export {
  findIdentities,
  findUser,
  lockUser,
  namesAndRooms,
  patientsAmong,
  setShareWithHome,
  setWard,
} from './store/users.ts';
export { pendingEmailOf, personOf, type User } from './user.ts';
