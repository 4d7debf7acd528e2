import { deviceNotYours, Forbidden, NotFound } from '../platform/errors.ts';
import { canonicalMac } from '../platform/mac.ts';
import type { Identity } from '../platform/mqtt/connections/credentials.ts';
import type { ModuleTopic } from '../platform/mqtt/module-topics.ts';
import { jsonIn, type Published } from '../platform/mqtt/packets/published.ts';
import type { DeviceReplies } from '../platform/mqtt/replies.ts';
import type { UpdateReports } from './reports.ts';
import { checkUpdateReport } from './schema.ts';

interface UpdateTopicDeps {
  readonly reports: Pick<UpdateReports, 'take'>;
  readonly findDevice: (
    macAddress: string,
  ) => Promise<{ readonly id: string; readonly userId: string; readonly macAddress: string } | undefined>;
  readonly replies: DeviceReplies;
}

/** Two fields and a short text. */
const MOST_BYTES = 1024;

/** docs/tokens.md, "Scopes". A service account has no wearables. */
const maySend = ({ device, scopes, service }: Identity, macAddress: string): boolean =>
  device === undefined
    ? scopes === undefined || (service === undefined && scopes.has('ingest'))
    : device.macAddress === macAddress;

/** `devices/<MAC>/updates/state`: how far a wearable is with an update. */
export function createUpdateTopics({
  reports,
  findDevice,
  replies,
}: UpdateTopicDeps): readonly ModuleTopic[] {
  async function take({ userId }: Identity, macAddress: string, message: Published) {
    const device = await findDevice(macAddress);
    if (device === undefined) throw new NotFound('Device');
    if (device.userId !== userId) throw deviceNotYours();
    return reports.take(device, checkUpdateReport.parse(thrown(jsonIn(message, MOST_BYTES))));
  }

  return [
    {
      subjectOf: deviceOf,
      receive(job, message) {
        const { connection, subject: macAddress } = job;
        if (!maySend(connection.identity, macAddress)) return job.forbidden();
        take(connection.identity, macAddress, message).then(
          (data) => {
            replies.send(job, () => JSON.stringify({ success: true, status: 200, data }));
            job.taken();
          },
          (error: unknown) => {
            if (error instanceof Forbidden) return job.forbidden();
            replies.refuse(job, error);
          },
        );
      },
    },
  ];
}

function thrown(body: unknown): unknown {
  if (body instanceof Error) throw body;
  return body;
}

function deviceOf(topic: string): string | undefined {
  const [root, mac = '', ...rest] = topic.split('/');
  return root === 'devices' && rest.join('/') === 'updates/state' ? canonicalMac(mac) : undefined;
}
