import { maySeeHealthOf, type Viewer } from '../accounts/permissions.ts';
import type { TokenCreations } from '../accounts/vocabulary.ts';
import { allowedAmong } from '../people/index.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Queryable } from '../platform/database/database.ts';
import { DEVICE_TOKEN_REPLACED } from './cluster-events.ts';
import { deleteDeviceTokens, deviceTokensMadeWith } from './store/tokens.ts';

/**
 * docs/tokens.md, "What a token leaves behind": the tokens of wearables that programs have made. A caregiver who has left
 * the care team neither sees nor ends them: the wearable would fall silent.
 */
export function tokenDevices(cluster: Pick<Cluster, 'broadcast'>): TokenCreations {
  async function permitted(q: Queryable, viewer: Viewer, tokenIds: readonly string[]) {
    const made = await deviceTokensMadeWith(q, tokenIds);
    const owners = made.map(({ ownerId }) => ownerId);
    const allowed = await allowedAmong(q, maySeeHealthOf, viewer, owners);
    return made.filter(({ ownerId }) => allowed.has(ownerId));
  }

  return {
    madeWith: async (q, viewer, tokenIds) =>
      (await permitted(q, viewer, tokenIds)).map(({ tokenId, id, name, createdAt }) => ({
        tokenId,
        type: 'DEVICE_TOKEN',
        id,
        name,
        createdAt,
      })),

    async end(q, viewer, tokenId) {
      const made = await permitted(q, viewer, [tokenId]);
      await deleteDeviceTokens(
        q,
        made.map(({ id }) => id),
        tokenId,
      );
      return {
        lines: made.map(({ macAddress, ownerId }) => ({
          action: 'device.token.deleted',
          message: `Deleted the token of device ${macAddress}`,
          subjectId: ownerId,
        })),
        async announce() {
          for (const { macAddress } of made) await cluster.broadcast(DEVICE_TOKEN_REPLACED, { macAddress });
        },
      };
    },
  };
}
