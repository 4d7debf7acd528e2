import { randomBytes, randomUUID } from 'node:crypto';
import { deletePathPeople, insertPathPeople } from '../accounts/store/path-people.ts';
import { PATH_RECEIVER, PATH_RESIDENT } from '../accounts/vocabulary.ts';
import { announceDevicesOf } from '../devices/owner-removal.ts';
import { insertDevice } from '../devices/store/devices.ts';
import { replaceDeviceToken } from '../devices/store/tokens.ts';
import { sealTarget } from '../notify/channels/channel-secrets.ts';
import { newWebhookSecret } from '../notify/channels/webhook.ts';
import { insertChannel } from '../notify/personal-channels/store.ts';
import type { TestResident } from '../path/resident.ts';
import { assign } from '../people/store/assignments.ts';
import type { Cluster } from '../platform/cluster/cluster.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { hashOfSecretToken, newSecretToken } from '../platform/secret-token.ts';
import type { EscalationPolicy } from '../response/escalation/schema.ts';
import { setPolicy } from '../response/escalation/store.ts';
import { progressOf } from '../response/store/response-log.ts';

interface PathResidentDeps {
  readonly db: Database;
  readonly secretBox: SecretBox;
  readonly cluster: Cluster;
}

/** One message to the receiver, and nothing after it. */
const POLICY: EscalationPolicy = {
  steps: [{ afterSeconds: 0, targets: ['assigned'], channels: ['webhook'] }],
  repeats: { everySeconds: 3600, times: 0 },
};

/** docs/operations.md, "Path test". Each test has its own, so that nothing of it stays. */
export function createPathResident({ db, secretBox, cluster }: PathResidentDeps): TestResident {
  const announceDevices = announceDevicesOf(cluster);

  /** Returns what to call after the commit. */
  async function removeIn(q: Queryable): Promise<() => Promise<void>> {
    const [announce] = await Promise.all([announceDevices(q, PATH_RESIDENT), deletePathPeople(q)]);
    return announce;
  }

  return {
    async create(url, at) {
      const macAddress = randomMac();
      const token = newSecretToken();
      const channelId = randomUUID();
      const target = sealTarget(secretBox, `notification_channels/${channelId}`, {
        url,
        secret: newWebhookSecret(),
      });
      const announce = await db.transaction(async (q) => {
        const [announceLeft, , device] = await Promise.all([
          removeIn(q),
          insertPathPeople(q, at),
          insertDevice(q, { userId: PATH_RESIDENT, macAddress, name: 'Path test', lastSeen: null, now: at }),
          assign(q, {
            caregiverId: PATH_RECEIVER,
            patientId: PATH_RESIDENT,
            relationship: null,
            createdAt: at,
          }),
          insertChannel(
            q,
            {
              id: channelId,
              userId: PATH_RECEIVER,
              kind: 'webhook',
              target,
              minSeverity: 'POTENTIAL',
              quietHours: null,
              verifiedAt: at,
              createdAt: at,
              code: null,
              madeByToken: null,
            },
            1,
          ),
          setPolicy(q, PATH_RESIDENT, POLICY, at),
        ]);
        if (device === undefined) throw new Error(`${macAddress} is taken`);
        await replaceDeviceToken(q, device.id, { hash: hashOfSecretToken(token), madeByToken: null, at });
        return announceLeft;
      });
      await announce();
      return { macAddress, token };
    },
    progress: () => progressOf(db, PATH_RESIDENT),
    async remove() {
      const announce = await db.transaction(removeIn);
      await announce();
    },
  };
}

/** Locally administered: no wearable has it from its maker. */
const randomMac = (): string =>
  [0x02, ...randomBytes(5)].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
