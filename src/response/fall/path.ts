import { isSelf, mayGiveUpClaimOf } from '../../accounts/permissions.ts';
import { PATH_RESIDENT } from '../../accounts/vocabulary.ts';
import { requireCareOf, requireResponderTo, wardOf } from '../../people/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { KeepReply, Params } from '../../platform/http/route.ts';
import { responsesOf } from '../store/responses.ts';
import { findFallRecord, readFallRecord } from './record.ts';
import { type FallRow, findFall } from './store.ts';

interface PathCall {
  readonly principal: Principal;
  readonly params: Params;
}

export interface KeptCall {
  readonly target: FallRow;
  readonly keepReply: KeepReply | undefined;
}

/**
 * Resolves `/falls/:id` for people who may read the fall, respond to it, release its claim, or say that they are OK.
 */
export function fallPaths(q: Database) {
  const fall = ({ params }: { readonly params: Params }): Promise<FallRow> =>
    found('Fall', params.id, async (id) => {
      const row = await findFall(q, id);
      return row?.userId === PATH_RESIDENT ? undefined : row;
    });

  async function forResponders(call: PathCall): Promise<FallRow> {
    const row = await fall(call);
    await requireResponderTo(q, call.principal, row.userId);
    return row;
  }

  const shown = <Found>(record: Found | undefined): Found => {
    if (record === undefined) throw new NotFound('Fall');
    return record;
  };

  const responseTo = async (fallId: string) => (await responsesOf(q, [fallId])).get(fallId) ?? null;

  return {
    fall,

    async forReaders(call: PathCall): Promise<FallRow> {
      const row = await fall(call);
      await requireCareOf(q, call.principal, row.userId);
      return row;
    },

    forResponders,

    /** For caregivers of other wards, too; at a station, for falls that it shows. */
    async forHelpers(call: PathCall): Promise<FallRow> {
      const row = await fall(call);
      const wardId = call.principal.station?.wardId ?? null;
      if (wardId !== null && (await wardOf(q, row.userId))?.id !== wardId) throw new Forbidden();
      return row;
    },

    /**
     * An unclaimed fall is a conflict, which the change itself detects: after the body is validated, as the order of
     * checks requires.
     */
    async forHolder(call: PathCall): Promise<FallRow> {
      const row = await forResponders(call);
      const response = await responseTo(row.id);
      const holder = response?.state === 'CLAIMED' ? response.claimedBy : null;
      if (holder !== null && !mayGiveUpClaimOf(call.principal, holder.id))
        throw new Forbidden(`${holder.name} has claimed this fall`, { code: 'CLAIMED_BY_ANOTHER' });
      return row;
    },

    async forWhoFell(call: PathCall): Promise<FallRow> {
      const row = await fall(call);
      if (!isSelf(call.principal, row.userId))
        throw new Forbidden('Only the patient who fell can cancel the fall');
      return row;
    },

    /** The fall as `GET /falls/:id` shows it. */
    async detail(fall: Pick<FallRow, 'id' | 'userId'>) {
      return shown(await findFallRecord(q, fall));
    },

    /** For a request with an `Idempotency-Key`: its reply, in the transaction of its effect. */
    keepDetail: ({ target, keepReply }: KeptCall) =>
      keepReply &&
      (async (inTransaction: Queryable) =>
        keepReply(inTransaction, { data: shown(await readFallRecord(inTransaction, target)) })),
  };
}
