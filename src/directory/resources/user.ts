import { Compile } from 'typebox/compile';
import { email as emailSchema } from '../../platform/schema/primitives.ts';
import type { Change } from '../protocol/patch.ts';
import type { Condition } from '../protocol/paths.ts';
import { refused } from '../protocol/protocol.ts';
import { booleanOf, fieldOf, isRecord, lineOf } from '../protocol/values.ts';

/** What a directory says about a user; undefined where it says nothing. docs/directory.md, "Users". */
export interface UserDraft {
  readonly userName: string;
  readonly externalId?: string | undefined;
  readonly active: boolean;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

type Draft = { -readonly [Field in keyof UserDraft]: UserDraft[Field] };

const MAX_ADDRESS = 254;
/** As in the API: the account has the names. */
const MAX_NAME = 100;
const MAX_EXTERNAL_ID = 255;
const MAX_DISPLAY_NAME = 200;

/** As the API checks an address; compiled on first use. */
let address: ReturnType<typeof Compile> | undefined;

/** The address in lower case, as accounts have it; undefined if it is none. */
export function addressOf(text: string): string | undefined {
  const email = text.toLowerCase();
  address ??= Compile(emailSchema());
  return address.Check(email) ? email : undefined;
}

/** How userName is compared: RFC 7643 asks for no difference of case; letters that look the same are the same. */
export const keyOf = (userName: string): string => userName.normalize('NFKC').toLowerCase();

type Reader = (draft: Draft, value: unknown) => void;

/** By the attribute and sub-attribute of a path, in lower case; what is missing is ignored. */
const READERS: Readonly<Record<string, Reader>> = {
  username(draft, value) {
    const userName = lineOf('userName', value, MAX_ADDRESS);
    if (userName === undefined) throw refused('invalidValue', 'userName is required');
    draft.userName = userName;
  },
  externalid(draft, value) {
    draft.externalId = lineOf('externalId', value, MAX_EXTERNAL_ID);
  },
  active(draft, value) {
    // Keycloak and others write null for what is not set.
    if (value !== null) draft.active = booleanOf('active', value);
  },
  displayname(draft, value) {
    draft.displayName = lineOf('displayName', value, MAX_DISPLAY_NAME);
  },
  'name.givenname'(draft, value) {
    draft.givenName = lineOf('name.givenName', value, MAX_NAME);
  },
  'name.familyname'(draft, value) {
    draft.familyName = lineOf('name.familyName', value, MAX_NAME);
  },
  name(draft, value) {
    if (value === null) return;
    if (!isRecord(value)) throw refused('invalidValue', 'name must be an object');
    for (const part of ['givenname', 'familyname'] as const) {
      const given = fieldOf(value, part);
      if (given !== undefined) READERS[`name.${part}`]?.(draft, given);
    }
  },
  emails(draft, value) {
    const chosen = chosenEmail(value);
    if (chosen !== undefined) READERS['emails.value']?.(draft, chosen);
  },
  'emails.value'(draft, value) {
    const text = lineOf('emails.value', value, MAX_ADDRESS);
    const email = text === undefined ? undefined : addressOf(text);
    if (text !== undefined && email === undefined)
      throw refused('invalidValue', 'emails.value must be a valid e-mail address');
    draft.email = email;
  },
};

/** An account has one address: the primary one, else that of work, else the first. Null if there is none. */
function chosenEmail(value: unknown): unknown {
  const emails = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
  if (emails.length === 0) return null;
  if (emails.every((one) => typeof one === 'string')) return emails[0];
  if (!emails.every(isRecord)) throw refused('invalidValue', 'emails must be a list of objects');
  const chosen = emails.find(isPrimary) ?? emails.find(isOfWork) ?? emails[0];
  return fieldOf(chosen, 'value') ?? null;
}

const isPrimary = (one: unknown): boolean => String(fieldOf(one, 'primary')).toLowerCase() === 'true';

const isOfWork = (one: unknown): boolean => String(fieldOf(one, 'type')).toLowerCase() === 'work';

/** The user of a POST or PUT. A PUT keeps `active` and `externalId` of the user if it does not name them. */
export function readUser(body: Readonly<Record<string, unknown>>, before?: UserDraft): UserDraft {
  const draft: Draft = { userName: '', active: before?.active ?? true, externalId: before?.externalId };
  READERS.username?.(draft, fieldOf(body, 'username'));
  for (const name of ['externalid', 'active', 'displayname', 'name', 'emails'] as const) {
    const value = fieldOf(body, name);
    if (value !== undefined) READERS[name]?.(draft, value);
  }
  return draft;
}

/** The user after the changes of a PATCH. */
export function changeUser(before: UserDraft, changes: readonly Change[]): UserDraft {
  const draft: Draft = { ...before };
  for (const { op, path, value } of changes) {
    const { attribute, where, sub } = path;
    if (!isAboutAccount(attribute, where)) continue;
    const name = sub === undefined ? attribute : `${attribute}.${sub}`;
    if (op === 'add' && name === 'emails' && emailOf(draft) !== undefined && isFurther(value)) continue;
    if (op === 'remove') remove(draft, name);
    else READERS[name]?.(draft, value);
  }
  return draft;
}

/** Added to the address of the account, such as that at home. */
const isFurther = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).every(
    (one) => typeof fieldOf(one, 'type') === 'string' && !isOfWork(one) && !isPrimary(one),
  );

/** An address of another type, such as that at home, is not that of the account. */
const isAboutAccount = (attribute: string, where: readonly Condition[] | undefined): boolean =>
  where === undefined ||
  (attribute === 'emails' &&
    where.every(
      ({ attribute: by, value }) =>
        String(value).toLowerCase() === (by === 'type' ? 'work' : by === 'primary' ? 'true' : undefined),
    ));

function remove(draft: Draft, name: string): void {
  if (name === 'username' || name === 'active') throw refused('mutability', `${name} cannot be removed`);
  if (name === 'name') {
    draft.givenName = undefined;
    draft.familyName = undefined;
  } else if (name === 'emails' || name === 'emails.value') draft.email = undefined;
  else READERS[name]?.(draft, null);
}

/** The address of the account: `emails`, else `userName` if it is one. */
export const emailOf = ({ email, userName }: UserDraft): string | undefined => email ?? addressOf(userName);

/** The names of the account, which needs some. */
export function namesOf({ givenName, familyName, displayName, userName }: UserDraft): {
  readonly firstName: string;
  readonly lastName: string;
} {
  if (givenName !== undefined || familyName !== undefined)
    return { firstName: givenName ?? '', lastName: familyName ?? '' };
  const words = (displayName ?? (userName.split('@')[0] ?? '').replaceAll(/[._]+/g, ' ')).trim().split(/ +/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' ').slice(0, MAX_NAME), lastName: lastName.slice(0, MAX_NAME) };
}
