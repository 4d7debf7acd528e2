import { requireLeadOf } from '../../people/index.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { countUse, type UseLimit } from '../../platform/cluster/count-use.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import type { Channels } from '../channels/channels.ts';
import { CHANNEL_KINDS, kindOf } from '../channels/kinds.ts';
import { laneOf } from '../outbox/lanes.ts';
import { enqueue } from '../outbox/store.ts';
import { testToQueue } from '../personal-channels/queued-test.ts';
import { workingChannels } from '../personal-channels/store.ts';
import { WardRing } from './schema.ts';
import { lastRing, membersToRing } from './store.ts';

interface WardRingDeps {
  readonly db: Database;
  readonly channels: Pick<Channels, 'isConfigured'>;
  readonly cluster: Pick<Cluster, 'hit'>;
  readonly now: () => number;
}

/** Per ward: two leads at once ring its phones once. */
const RINGS: UseLimit = {
  most: 1,
  windowMs: MINUTE_MS,
  message: 'This ward was rung less than a minute ago',
  code: 'WARD_RUNG',
};
const SHOWN_MS = HOUR_MS;

/** docs/response.md, "Ringing a ward". */
export function wardRingRoutes({ db, channels, cluster, now }: WardRingDeps): readonly Route[] {
  async function shownRing(wardId: string) {
    const at = now();
    const members = await membersToRing(db, wardId, new Date(at));
    const ids = members.map(({ id }) => id);
    const rung = await lastRing(db, wardId, ids, new Date(at - SHOWN_MS));
    const channelsOf = groupedBy(rung, ({ personId }) => personId);
    return {
      rungAt: rung[0]?.rungAt ?? null,
      people: members.map(({ id, name }) => ({
        id,
        name,
        channels: channelsOf(id).map(({ kind, state, at, status }) => ({ kind, state, at, status })),
      })),
    };
  }

  return [
    route({
      operation: 'ringWard',
      at: 'POST /wards/:id/ring',
      access: ['CAREGIVER', 'ADMIN'],
      personal: true,
      summary:
        'Send a test message to every caregiver of a ward, by all their working channels. For admins and leads; once a minute.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      reply: success(WardRing),
      async handle({ target: { id, name }, record }) {
        await countUse({ cluster, now }, `ring:${id}`, RINGS);
        const at = new Date(now());
        const message = { ...testToQueue(at), extra: { wardId: id } };
        await db.transaction(async (q) => {
          const members = await membersToRing(q, id, at);
          const rung = await workingChannels(
            q,
            members.map((member) => member.id),
            // Pagers get one message at a time: an alarm would wait behind the tests.
            CHANNEL_KINDS.filter((kind) => channels.isConfigured(kind) && !kindOf(kind).isInOrder),
          );
          await enqueue(
            q,
            rung.map(({ id: channelId, userId: personId, kind, target }) => ({
              fallId: null,
              to: { channelId, personId },
              lane: laneOf(kind, target),
              message,
            })),
            at,
          );
        });
        record({ action: 'ward.rung', message: `Rang all caregivers of the ward ${name} as a test` });
        return { data: { ...(await shownRing(id)), rungAt: at } };
      },
    }),

    route({
      operation: 'getWardRing',
      at: 'GET /wards/:id/ring',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get what became of the last ring of a ward, of the last hour. For admins and leads.',
      target: ({ principal, params }) => requireLeadOf(db, principal, params.id),
      reply: success(WardRing),
      async handle({ target }) {
        const ring = await shownRing(target.id);
        return { data: ring.rungAt === null ? { ...ring, people: [] } : ring };
      },
    }),
  ];
}
