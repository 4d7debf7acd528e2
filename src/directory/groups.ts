import type { Queryable } from '../platform/database/database.ts';
import { isDuplicate } from '../platform/database/errors.ts';
import { NotFound } from '../platform/errors.ts';
import type { RecordAuditLine } from '../platform/http/route.ts';
import type { Change } from './protocol/patch.ts';
import { refused, taken } from './protocol/protocol.ts';
import { requireVersion } from './protocol/versions.ts';
import { changeGroup, type GroupDraft, readGroup } from './resources/group.ts';
import { groupTag } from './resources/json.ts';
import type { Settlement } from './settle.ts';
import * as store from './store.ts';
import type { TakeTurn } from './turns.ts';

type Body = Readonly<Record<string, unknown>>;

interface Target {
  readonly id: string;
  readonly ifMatch: string;
}

/** docs/directory.md, "Groups". The accounts of the members follow at once, those of a large change soon after. */
export interface Groups {
  create(body: Body, record: RecordAuditLine): Promise<store.GroupRow>;
  replace(target: Target, body: Body, record: RecordAuditLine): Promise<store.GroupRow>;
  patch(target: Target, changes: readonly Change[], record: RecordAuditLine): Promise<store.GroupRow>;
  remove(target: Target, record: RecordAuditLine): Promise<void>;
}

interface GroupDeps {
  readonly settlement: Settlement;
  readonly takeTurn: TakeTurn;
  /** Settles the accounts of these users, as far as it takes no long time. */
  readonly settleSome: (userIds: readonly string[], record: RecordAuditLine) => Promise<void>;
  readonly now: () => number;
}

interface Changed {
  readonly row: store.GroupRow;
  /** The users whose groups have changed. */
  readonly affected: readonly string[];
}

export function createGroups({ settlement, takeTurn, settleSome, now }: GroupDeps): Groups {
  async function lock(q: Queryable, { id, ifMatch }: Target): Promise<store.GroupRow> {
    const row = await store.findGroup(q, id);
    if (row === undefined) throw new NotFound('Group');
    requireVersion(ifMatch, groupTag(row));
    return row;
  }

  async function found(q: Queryable, id: string): Promise<store.GroupRow> {
    const row = await store.findGroup(q, id);
    if (row === undefined) throw new NotFound('Group');
    return row;
  }

  async function requireUsers(q: Queryable, ids: readonly string[]): Promise<void> {
    const known = await store.usersAmong(q, ids);
    const unknown = ids.find((id) => !known.has(id));
    if (unknown !== undefined)
      throw refused(
        'invalidValue',
        `members: ${unknown} is no user of this directory; groups within groups are not supported`,
      );
  }

  /** Nobody who loses a role by this change may be the last admin: that is said here, not after the change. */
  async function affect(q: Queryable, userIds: readonly string[]): Promise<void> {
    await store.markUnsettled(q, userIds, new Date(now()));
    await settlement.requireAdminsWithout(q, userIds);
  }

  async function change(target: Target, next: (before: GroupDraft) => GroupDraft, record: RecordAuditLine) {
    const { row, affected } = await takeTurn(record, async (q, after): Promise<Changed> => {
      const group = await lock(q, target);
      const before: GroupDraft = {
        displayName: group.displayName,
        externalId: group.externalId ?? undefined,
        members: new Set(await store.memberIdsOf(q, target.id)),
      };
      const draft = next(before);
      const added = [...draft.members].filter((id) => !before.members.has(id));
      const removed = [...before.members].filter((id) => !draft.members.has(id));
      const isRenamed = draft.displayName !== before.displayName || draft.externalId !== before.externalId;
      if (added.length + removed.length === 0 && !isRenamed) return { row: group, affected: [] };
      await requireUsers(q, added);
      await store.saveGroup(q, target.id, draft, new Date(now()));
      await store.addMembers(q, target.id, added);
      await store.removeMembers(q, target.id, removed);
      const affected = isRenamed ? [...new Set([...before.members, ...added])] : [...added, ...removed];
      await affect(q, affected);
      if (isRenamed)
        after.record({
          level: 'warning',
          action: 'directory.group.changed',
          message: renamed(before, draft),
        });
      if (added.length > 0)
        after.record({
          action: 'directory.group.joined',
          message: `Added ${added.length} users to the group "${draft.displayName}" of the directory`,
          subjectIds: added,
        });
      if (removed.length > 0)
        after.record({
          action: 'directory.group.left',
          message: `Removed ${removed.length} users from the group "${draft.displayName}" of the directory`,
          subjectIds: removed,
        });
      return { row: await found(q, target.id), affected };
    }).catch(refuseDuplicate);
    await settleSome(affected, record);
    return row;
  }

  return {
    async create(body, record) {
      const draft = readGroup(body);
      const { row, affected } = await takeTurn(record, async (q, after): Promise<Changed> => {
        const affected = [...draft.members];
        await requireUsers(q, affected);
        const id = await store.insertGroup(q, draft, new Date(now()));
        await store.addMembers(q, id, affected);
        await affect(q, affected);
        after.record({
          action: 'directory.group.created',
          message: `Created the group "${draft.displayName}" of the directory, with ${affected.length} users`,
          subjectIds: affected,
        });
        return { row: await found(q, id), affected };
      }).catch(refuseDuplicate);
      await settleSome(affected, record);
      return row;
    },

    replace: (target, body, record) => change(target, (before) => readGroup(body, before), record),

    patch: (target, changes, record) => change(target, (before) => changeGroup(before, changes), record),

    async remove(target, record) {
      const affected = await takeTurn(record, async (q, after) => {
        const group = await lock(q, target);
        const members = await store.memberIdsOf(q, target.id);
        await store.deleteGroup(q, target.id);
        await affect(q, members);
        after.record({
          level: 'warning',
          action: 'directory.group.deleted',
          message: `Deleted the group "${group.displayName}" of the directory, with ${members.length} users`,
          subjectIds: members,
        });
        return members;
      });
      await settleSome(affected, record);
    },
  };
}

const renamed = (before: GroupDraft, after: GroupDraft): string =>
  before.displayName === after.displayName
    ? `Changed the externalId of the group "${after.displayName}" of the directory`
    : `Renamed the group "${before.displayName}" of the directory to "${after.displayName}"`;

function refuseDuplicate(error: unknown): never {
  throw isDuplicate(error) ? taken('Another group has this displayName') : error;
}
