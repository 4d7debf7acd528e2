export type { Accounts } from './accounts.ts';
export type { Authentication, LoginRefusal } from './authentication.ts';
export type { Organisation } from './organisation.ts';
export { changesEmail } from './routes/email-rule.ts';
export { removalRoute } from './routes/removal-route.ts';
export { endsOfSessions } from './store/sessions.ts';
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
export { holdTokenOf } from './token-creations.ts';
export { pendingEmailOf, personOf, type User } from './user.ts';
