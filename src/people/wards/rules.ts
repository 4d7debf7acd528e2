import type { Membership } from './store.ts';

export interface MembershipChange {
  readonly lead?: boolean | undefined;
  readonly until?: Date | null | undefined;
}

type Terms = Pick<Membership, 'lead' | 'until'>;

/** Keys that are left out stay as they are. */
export const termsAfter = (before: Terms | undefined, change: MembershipChange): Terms => ({
  lead: change.lead ?? before?.lead ?? false,
  until: change.until === undefined ? (before?.until ?? null) : change.until,
});

const isSame = (one: Terms, other: Terms): boolean =>
  one.lead === other.lead && one.until?.getTime() === other.until?.getTime();

/**
 * docs/home.md, "Wards": only an admin makes or removes leads. The end of a lead's membership removes a lead, too, so
 * other leads cannot set it. `after` is undefined if the membership ends.
 */
export const needsAdmin = (before: Terms | undefined, after: Terms | undefined): boolean =>
  (before?.lead ?? false) || (after?.lead ?? false)
    ? before === undefined || after === undefined || !isSame(before, after)
    : false;
