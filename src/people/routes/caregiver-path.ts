import type { User } from '../../accounts/index.ts';
import { maySeeCaregiver } from '../../accounts/permissions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { found } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Params } from '../../platform/http/route.ts';
import { findCaregiver } from '../store/caregivers.ts';

/** Resolves `/caregivers/:id`; 404 for the id of a user who is not a caregiver. */
export function caregiverPaths(q: Queryable) {
  const caregiver = ({ params }: { readonly params: Params }): Promise<User> =>
    found('Caregiver', params.id, (id) => findCaregiver(q, id));
  return {
    caregiver,
    async selfOrForAdmin(call: { readonly principal: Principal; readonly params: Params }) {
      const row = await caregiver(call);
      if (!maySeeCaregiver(call.principal, row.id)) throw new Forbidden();
      return row;
    },
  };
}
