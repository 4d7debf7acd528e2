import type { Queryable } from '../../platform/database/database.ts';
import { entriesAfter, entriesNumbered, readHead, readStart, type StoredEntry } from './chain-store.ts';
import { type Link, nextLink } from './entry-hash.ts';

type Named = Pick<StoredEntry, 'id' | 'at'>;

/** What happened to the first entry that does not fit. */
type Fault =
  | { readonly kind: 'changed' | 'inserted' | 'moved'; readonly entry: Named }
  | {
      readonly kind: 'removed';
      readonly count: number;
      readonly after: Named | undefined;
      readonly before: Named | undefined;
    };

interface Verdict {
  readonly entries: number;
  /** Entries of an earlier version that are not chained yet, and the ones that wait for them. */
  readonly unchained: number;
  readonly first: Named | undefined;
  readonly last: Named | undefined;
  readonly head: Link;
  readonly fault: Fault | undefined;
  /** Whether the chain has the hash that the caller knows. */
  readonly hasKnownHash: boolean;
}

const PAGE_SIZE = 5_000;

const isAt = ({ number, hash }: StoredEntry, link: Link): boolean =>
  number === link.number && hash?.equals(link.hash) === true;

const follows = (entry: StoredEntry, previous: Link): boolean => isAt(entry, nextLink(previous, entry));

/** Reads the whole chain. `q` must see one moment: the service may go on writing. */
export async function verifyAuditChain(q: Queryable, knownHash?: Buffer): Promise<Verdict> {
  const head = await readHead(q);
  let previous = await readStart(q);
  let beforePrevious = previous;
  let hasKnownHash = knownHash?.equals(previous.hash) === true;
  let entries = 0;
  let unchained = 0;
  let first: Named | undefined;
  let last: StoredEntry | undefined;
  const verdict = (fault?: Fault): Verdict => ({
    entries,
    unchained,
    first,
    last,
    head,
    fault,
    hasKnownHash,
  });

  for (let page = await entriesAfter(q, Number.MIN_SAFE_INTEGER, PAGE_SIZE); page.length > 0; ) {
    for (const entry of page) {
      if (entry.number === null && head.unchainedAfter !== null && entry.id > head.unchainedAfter) {
        unchained += 1;
        continue;
      }
      const link = nextLink(previous, entry);
      if (!isAt(entry, link) || link.number > head.number) return verdict(await faultOf(entry));
      [beforePrevious, previous] = [previous, link];
      hasKnownHash ||= knownHash?.equals(link.hash) === true;
      entries += 1;
      first ??= entry;
      last = entry;
    }
    page = await entriesAfter(q, page.at(-1)?.id ?? 0, PAGE_SIZE);
  }
  const count = head.number - previous.number;
  if (count > 0) return verdict({ kind: 'removed', count, after: last, before: undefined });
  if (last !== undefined && !previous.hash.equals(head.hash))
    return verdict({ kind: 'changed', entry: last });
  return verdict();

  /** Why the entry is not the next one. */
  async function faultOf(entry: StoredEntry): Promise<Fault> {
    const number = previous.number + 1;
    if (entry.number === null || entry.number > head.number) return { kind: 'inserted', entry };
    if (follows({ ...entry, number }, previous)) return { kind: 'changed', entry };
    const claimants = await entriesNumbered(q, number);
    if (entry.number < number) {
      // Two entries in one place: the genuine one is the one that the next entry follows.
      const isGenuine =
        follows(entry, beforePrevious) &&
        claimants.some((next) => follows(next, nextLink(beforePrevious, entry)));
      return { kind: 'inserted', entry: isGenuine && last !== undefined ? last : entry };
    }
    const genuine = claimants.find((one) => follows(one, previous));
    if (entry.number === number) return { kind: genuine === undefined ? 'changed' : 'inserted', entry };
    const [moved] = genuine === undefined ? claimants : [genuine];
    if (moved !== undefined) return { kind: 'moved', entry: moved };
    return { kind: 'removed', count: entry.number - number, after: last, before: entry };
  }
}

/** The verdict in words, for the operator. */
export function describeVerdict(
  { entries, unchained, first, last, head, fault, hasKnownHash }: Verdict,
  knownHash: Buffer | undefined,
): { readonly isIntact: boolean; readonly text: string } {
  if (fault !== undefined) return { isIntact: false, text: `broken: ${describeFault(fault)}` };
  if (knownHash !== undefined && !hasKnownHash)
    return { isIntact: false, text: `broken: no entry has the hash ${knownHash.toString('hex')}` };
  const span = first && last ? `, from ${first.at} to ${last.at}` : '';
  const waiting = unchained > 0 ? `; ${unchained} more wait to be chained after the upgrade` : '';
  return {
    isIntact: true,
    text: `intact: ${entries} entries${span}${waiting}\nhead: ${head.hash.toString('hex')}`,
  };
}

const nameOf = ({ id, at }: Named): string => `entry ${id} of ${at}`;

function describeFault(fault: Fault): string {
  if (fault.kind !== 'removed') return `${nameOf(fault.entry)} was ${fault.kind}`;
  const { count, after, before } = fault;
  const where = [after && `after ${nameOf(after)}`, before && `before ${nameOf(before)}`].filter(Boolean);
  // Ids have gaps where a write failed, so the id is known only if exactly the removed ones are missing.
  const first = after && before && before.id - after.id - 1 === count ? ` ${after.id + 1}` : '';
  const what =
    count === 1
      ? `entry${first} was removed`
      : `${count} entries were removed${first && `, from entry${first} on`}`;
  return [what, ...where].join(', ');
}
