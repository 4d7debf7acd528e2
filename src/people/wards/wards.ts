import { lockUser, setWard } from '../../accounts/index.ts';
import type { Viewer } from '../../accounts/permissions.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isDuplicate, isOrphan } from '../../platform/database/errors.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '../../platform/errors.ts';
import { announceEnds, endedBy } from '../care-ends.ts';
import type { Pair } from '../care-team.ts';
import { findCaregiver } from '../store/caregivers.ts';
import { wardOf } from '../store/patients.ts';
import { belongsTo, notWardMember, requireLeadOf } from './access.ts';
import { lockWards } from './locks.ts';
import { type MembershipChange, needsAdmin, termsAfter } from './rules.ts';
import * as store from './store.ts';

/** The broadcast to make after the commit. */
type Announce = () => Promise<void>;

/** Changes of wards, their members and their patients (docs/home.md, "Wards"). */
export interface Wards {
  /** 409 when the name is taken. */
  create(name: string): Promise<string>;
  rename(id: string, name: string): Promise<void>;
  /** 409 while patients are in the ward. */
  remove(id: string): Promise<void>;
  /** Adds a caregiver to a ward, or changes the membership. */
  put(by: Viewer, wardId: string, caregiverId: string, change: MembershipChange): Promise<store.Membership>;
  /** Ends a membership, and the care that came from it. */
  end(by: Viewer, wardId: string, caregiverId: string): Promise<void>;
  /** Ends the memberships whose time is over; returns those that this instance ended. */
  endOverdue(): Promise<readonly Pick<store.Membership, 'wardId' | 'caregiverId'>[]>;
  /** Moves a patient within the transaction that changes the account. */
  move(q: Queryable, by: Viewer, patientId: string, wardId: string | null): Promise<Announce>;
  /** The first ward of a new patient, within the transaction that creates the account. */
  admit(q: Queryable, by: Viewer, patientId: string, wardId: string): Promise<void>;
}

interface WardDeps {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'broadcast'>;
  readonly now: () => number;
}

const BATCH_SIZE = 50;

export function createWards({ db, cluster, now }: WardDeps): Wards {
  async function ending(
    wardId: string,
    caregiverId: string,
    isAllowed: (member: store.Membership) => boolean,
  ): Promise<boolean> {
    const ended = await db.transaction(async (q): Promise<readonly Pair[] | undefined> => {
      await lockWards(q, [wardId], [caregiverId]);
      const member = await store.storedMember(q, wardId, caregiverId);
      if (member === undefined || !isAllowed(member)) return undefined;
      return endedBy(q, [caregiverId], () => store.deleteMember(q, wardId, caregiverId));
    });
    if (ended !== undefined) await announceEnds(cluster, ended);
    return ended !== undefined;
  }

  return {
    create: (name) => store.insertWard(db, name, new Date(now())).catch(refuseDuplicate),

    async rename(id, name) {
      if (!(await store.renameWard(db, id, name).catch(refuseDuplicate))) throw new NotFound('Ward');
    },

    async remove(id) {
      const isRemoved = await db
        .transaction(async (q) => {
          await lockWards(q, [id], []);
          return store.deleteWard(q, id);
        })
        .catch((error: unknown) => {
          throw isOrphan(error)
            ? new Conflict('Patients are in this ward; move them first', { code: 'WARD_NOT_EMPTY' })
            : error;
        });
      if (!isRemoved) throw new NotFound('Ward');
    },

    put: (by, wardId, caregiverId, change) =>
      db.transaction(async (q) => {
        const exists = await lockWards(q, [wardId], [caregiverId]);
        if (!exists.has(wardId)) throw new NotFound('Ward');
        if ((await findCaregiver(q, caregiverId)) === undefined) throw new NotFound('Caregiver');
        const before = await store.findMember(q, wardId, caregiverId);
        const after = termsAfter(before, change);
        if (by.role !== 'ADMIN' && needsAdmin(before, after)) throw onlyAdmins();
        const member = { wardId, caregiverId, ...after, createdAt: before?.createdAt ?? new Date(now()) };
        await store.putMember(q, member);
        return member;
      }),

    async end(by, wardId, caregiverId) {
      const isEnded = await ending(wardId, caregiverId, (member) => {
        if (by.role !== 'ADMIN' && needsAdmin(member, undefined)) throw onlyAdmins();
        return true;
      });
      if (!isEnded) throw new NotFound('Member');
    },

    async endOverdue() {
      const at = new Date(now());
      const ended = [];
      const failures: unknown[] = [];
      const hasExpired = ({ until }: store.Membership) => until !== null && until <= at;
      for (const member of await store.overdueMembers(db, at, BATCH_SIZE)) {
        try {
          if (await ending(member.wardId, member.caregiverId, hasExpired)) ended.push(member);
        } catch (error) {
          // The others must not stay members because of one.
          failures.push(error);
        }
      }
      if (ended.length === 0 && failures.length > 0) throw failures[0];
      return ended;
    },

    async move(q, by, patientId, wardId) {
      await lockUser(q, patientId);
      const from = (await wardOf(q, patientId))?.id ?? null;
      if (from === wardId) return async () => {};
      // Without a ward the patient leaves the lead's care, who could then not undo it.
      if (wardId === null && by.role !== 'ADMIN')
        throw new Forbidden('Only admins can take a patient out of all wards');
      const wardIds = [from, wardId].filter((id) => id !== null);
      const exists = await lockWards(q, wardIds, [patientId]);
      if (wardId !== null && !exists.has(wardId)) throw unknownWard();
      for (const id of wardIds) await requireLeadOf(q, by, id);
      const ended = await endedBy(q, [patientId], () => setWard(q, patientId, wardId));
      return () => announceEnds(cluster, ended);
    },

    async admit(q, by, patientId, wardId) {
      if (!(await lockWards(q, [wardId], [])).has(wardId)) throw unknownWard();
      if (!(await belongsTo(q, by, wardId))) throw notWardMember();
      await setWard(q, patientId, wardId);
    },
  };
}

const refuseDuplicate = (error: unknown): never => {
  throw isDuplicate(error)
    ? new Conflict('A ward with this name exists already', { code: 'WARD_NAME_TAKEN' })
    : error;
};

const onlyAdmins = (): Forbidden => new Forbidden('Only admins make or remove leads of a ward');

const unknownWard = (): InvalidInput => new InvalidInput({ wardId: 'must be the ID of a ward' });
