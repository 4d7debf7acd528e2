import type { Queryable } from '../platform/database/database.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { type AppError, NotFound } from '../platform/errors.ts';
import type { RecordAuditLine } from '../platform/http/route.ts';
import { DAY_MS } from '../platform/time.ts';
import { deleteIdentitiesOf } from '../sign-on/index.ts';
import type { AccountChange, ManagedAccounts } from './accounts.ts';
import type { Change } from './protocol/patch.ts';
import { taken } from './protocol/protocol.ts';
import { requireVersion } from './protocol/versions.ts';
import { userJson } from './resources/json.ts';
import { changeUser, emailOf, keyOf, namesOf, readUser, type UserDraft } from './resources/user.ts';
import type { Settlement } from './settle.ts';
import * as store from './store.ts';
import type { After, TakeTurn } from './turns.ts';

type Body = Readonly<Record<string, unknown>>;

/** A user to be changed, if it has not changed since the caller has read it. */
interface Target {
  readonly id: string;
  readonly ifMatch: string;
}

/** docs/directory.md, "Users". */
export interface Users {
  create(body: Body, record: RecordAuditLine): Promise<store.UserRow>;
  replace(target: Target, body: Body, record: RecordAuditLine): Promise<store.UserRow>;
  patch(target: Target, changes: readonly Change[], record: RecordAuditLine): Promise<store.UserRow>;
  /** Deactivates the account, which keeps its history; the next user of this name gets it. */
  remove(target: Target, record: RecordAuditLine): Promise<void>;
}

interface UserDeps {
  readonly accounts: ManagedAccounts;
  readonly settlement: Settlement;
  readonly takeTurn: TakeTurn;
  readonly base: () => string;
  readonly now: () => number;
}

/** An account that an admin hands over stays active until the groups of the directory follow. */
const HANDED_OVER_MS = DAY_MS;

export function createUsers({ accounts, settlement, takeTurn, base, now }: UserDeps): Users {
  async function lock(q: Queryable, { id, ifMatch }: Target): Promise<store.UserRow> {
    const row = await store.findUser(q, id);
    if (row === undefined) throw new NotFound('User');
    requireVersion(ifMatch, userJson(base(), row).meta.version);
    return row;
  }

  async function requireFreeEmail(
    q: Queryable,
    email: string | undefined,
    id: string | undefined,
  ): Promise<void> {
    if (email !== undefined && (await accounts.isEmailTaken(q, email, id)))
      throw taken(
        'An account with this e-mail address exists; an admin of Vigil can hand it over to the directory',
      );
  }

  /**
   * The userName of a deleted user goes to another person: the former account stays as it is, deactivated, with its history
   * and whatever its owner can log in or be reached with.
   */
  async function leaveTo(q: Queryable, { id, status }: store.Holder, { record }: After): Promise<void> {
    if (status === 'active')
      throw taken(
        'An account that an admin has activated by hand has this userName, with another externalId; it can be taken back from the directory',
      );
    await store.forgetUser(q, id);
    await accounts.giveUpAddress(q, id);
    await deleteIdentitiesOf(q, id);
    record({
      level: 'warning',
      action: 'account.changed',
      message:
        'The directory gives the userName of a deleted user to another externalId, which gets a new account; this one stays deactivated, without an address and linked logins',
      subjectId: id,
    });
  }

  const found = async (q: Queryable, id: string): Promise<store.UserRow> => {
    const row = await store.findUser(q, id);
    if (row === undefined) throw new NotFound('User');
    return row;
  };

  function change(target: Target, next: (before: UserDraft) => UserDraft, record: RecordAuditLine) {
    return takeTurn(record, async (q, after) => {
      const row = await lock(q, target);
      const before = store.draftOf(row);
      const draft = next(before);
      const fields = changedFields(before, draft);
      if (fields.length === 0) return row;
      if (keyOf(draft.userName) !== keyOf(before.userName) && (await store.holderOf(q, draft.userName)))
        throw userNameTaken();
      const ofAccount = accountChange(before, draft);
      await requireFreeEmail(q, ofAccount.email, target.id);
      await store.saveUser(q, target.id, draft, new Date(now()));
      // First: it locks the wards and the people of them.
      await settlement.settle(q, target.id, after);
      if (Object.keys(ofAccount).length > 0) after.announce(await accounts.change(q, target.id, ofAccount));
      after.record({
        action: 'account.changed',
        message: `Changed ${fields.join(', ')} of a user of the directory`,
        subjectId: target.id,
      });
      return found(q, target.id);
    }).catch(refuseDuplicate);
  }

  return {
    create: (body, record) =>
      takeTurn(record, async (q, after) => {
        const draft = readUser(body);
        const known = await store.holderOf(q, draft.userName);
        if (known !== undefined && !known.isFree) throw userNameTaken();
        const isAnother = known !== undefined && isAnotherPerson(known, draft);
        if (isAnother) await leaveTo(q, known, after);
        const holder = isAnother ? undefined : known;
        const email = emailOf(draft);
        await requireFreeEmail(q, email, holder?.id);
        const names = namesOf(draft);
        const at = new Date(now());
        const id = holder?.id ?? (await accounts.open(q, { email, ...names }));
        await store.putUser(q, id, draft, at, holder ? new Date(at.getTime() + HANDED_OVER_MS) : null);
        await settlement.settle(q, id, after);
        if (holder !== undefined)
          after.announce(await accounts.change(q, id, { ...names, ...(email !== undefined && { email }) }));
        after.record({
          action: holder ? 'account.changed' : 'account.created',
          message: holder
            ? 'The directory manages an account again'
            : 'Opened an account for a user of the directory',
          subjectId: id,
        });
        return found(q, id);
      }).catch(refuseDuplicate),

    replace: (target, body, record) => change(target, (before) => readUser(body, before), record),

    patch: (target, changes, record) => change(target, (before) => changeUser(before, changes), record),

    remove: (target, record) =>
      takeTurn(record, async (q, after) => {
        const row = await lock(q, target);
        const at = new Date(now());
        await store.saveUser(q, target.id, { ...store.draftOf(row), active: false }, at);
        await settlement.settle(q, target.id, after);
        await store.leaveDirectory(q, target.id, at);
        after.record({
          level: 'warning',
          action: 'account.changed',
          message: 'The directory has deleted a user; the account stays deactivated',
          subjectId: target.id,
        });
      }),
  };
}

const changedFields = (before: UserDraft, after: UserDraft): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => before[field as keyof UserDraft] !== after[field as keyof UserDraft],
  );

/** What the account gets: a name or address that its owner has changed here stays until the directory has a new one. */
function accountChange(before: UserDraft, after: UserDraft): AccountChange {
  const [was, is] = [namesOf(before), namesOf(after)];
  const email = emailOf(after);
  return {
    ...(was.firstName !== is.firstName && { firstName: is.firstName }),
    ...(was.lastName !== is.lastName && { lastName: is.lastName }),
    ...(email !== undefined && email !== emailOf(before) && { email }),
  };
}

/** A rehire has the externalId of before; without one on both sides there is only the name to go by. */
const isAnotherPerson = ({ externalId }: store.Holder, draft: UserDraft): boolean =>
  externalId !== null && draft.externalId !== undefined && draft.externalId !== externalId;

const userNameTaken = (): AppError => taken('Another user has this userName');

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? taken('Another user has this userName or e-mail address') : error;
}
