import { isUuid } from '../../platform/schema/primitives.ts';
import type { Change } from '../protocol/patch.ts';
import { refused } from '../protocol/protocol.ts';
import { fieldOf, isRecord, lineOf } from '../protocol/values.ts';

/** What a directory says about a group. docs/directory.md, "Groups". */
export interface GroupDraft {
  readonly displayName: string;
  readonly externalId?: string | undefined;
  /** Ids of users. */
  readonly members: ReadonlySet<string>;
}

const MAX_NAME = 255;

export const keyOfGroup = (displayName: string): string => displayName.normalize('NFKC').toLowerCase();

function nameOf(value: unknown): string {
  const name = lineOf('displayName', value, MAX_NAME);
  if (name === undefined) throw refused('invalidValue', 'displayName is required');
  return name;
}

const externalIdOf = (value: unknown): string | undefined => lineOf('externalId', value, MAX_NAME);

/** A list of members, one of them, or an id alone. */
export function membersIn(value: unknown): readonly string[] {
  const members = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return members.map((member) => {
    const id = isRecord(member) ? fieldOf(member, 'value') : member;
    if (typeof id !== 'string')
      throw refused('invalidValue', 'members must be a list of objects with a value');
    // Not checked further: an unknown user is named by the store, as one who is no UUID.
    return isUuid(id) ? id.toLowerCase() : id.slice(0, MAX_NAME);
  });
}

/** The group of a POST or PUT. Without `members` a PUT keeps them: some directories send the name alone. */
export function readGroup(body: Readonly<Record<string, unknown>>, before?: GroupDraft): GroupDraft {
  const externalId = fieldOf(body, 'externalid');
  const members = fieldOf(body, 'members');
  return {
    displayName: nameOf(fieldOf(body, 'displayname')),
    externalId: externalId === undefined ? before?.externalId : externalIdOf(externalId),
    members: members === undefined ? (before?.members ?? new Set()) : new Set(membersIn(members)),
  };
}

/** The group after the changes of a PATCH. */
export function changeGroup(before: GroupDraft, changes: readonly Change[]): GroupDraft {
  let { displayName, externalId } = before;
  let members = new Set(before.members);
  for (const change of changes) {
    const { op, path, value } = change;
    if (path.attribute === 'displayname') {
      if (op === 'remove') throw refused('mutability', 'displayName cannot be removed');
      displayName = nameOf(value);
    } else if (path.attribute === 'externalid')
      externalId = op === 'remove' ? undefined : externalIdOf(value);
    else if (path.attribute === 'members') members = changeMembers(members, change);
  }
  return { displayName, externalId, members };
}

/** Changes and returns the set. Entra ID removes a member by `value`, others by `members[value eq "…"]`. */
function changeMembers(members: Set<string>, { op, path, value }: Change): Set<string> {
  const named = path.where?.map(({ attribute, value: id }) => {
    if (attribute !== 'value' || typeof id !== 'string')
      throw refused('invalidFilter', 'members are found by value eq "…" only');
    return id;
  });
  if (named !== undefined && named.length > 1) throw refused('noTarget', 'no member has two ids');
  if (op === 'remove') {
    const gone = named ?? (value === undefined || value === null ? [...members] : membersIn(value));
    for (const id of gone) members.delete(isUuid(id) ? id.toLowerCase() : id);
    return members;
  }
  if (op === 'replace' && named === undefined) return new Set(membersIn(value));
  for (const id of named ?? membersIn(value)) members.add(isUuid(id) ? id.toLowerCase() : id);
  return members;
}
