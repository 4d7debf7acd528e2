import { AppError, internalError } from '../errors.ts';
import type { Access } from './access.ts';
import type { PublishJob } from './packets/publish-job.ts';
import type { PublishToOwner } from './presence.ts';
import { deviceTopic } from './topics.ts';
import { isForDevice } from './v5/response-request.ts';

/* docs/mqtt.md, "Topics": a reply has the shape of the HTTP one, plus the HTTP status code. */

export const refusalReply = ({ status, code, message, details, retryAfter }: AppError): string =>
  JSON.stringify({ success: false, status, error: message, code, details, retryAfter });

/** Replies to messages of devices. */
export interface DeviceReplies {
  /** Whether any client subscribes to the device. */
  readonly hasSubscribers: (macAddress: string) => boolean;
  readonly publish: PublishToOwner;
  /** To the Response Topic of MQTT 5 if the message has one, otherwise to the subscribers of `assessments`. */
  send(job: PublishJob, text: () => string): void;
  /** The message was not stored. */
  refuse(job: PublishJob, error: unknown): void;
}

type DeviceRepliesDeps = Pick<DeviceReplies, 'hasSubscribers' | 'publish'> & {
  readonly access: Pick<Access, 'isForeign'>;
};

export function createDeviceReplies({ hasSubscribers, publish, access }: DeviceRepliesDeps): DeviceReplies {
  function send({ connection, subject: macAddress, request }: PublishJob, text: () => string): void {
    if (request !== undefined && isForDevice(request, macAddress))
      return connection.reader.v5?.respond(request, text());
    if (!hasSubscribers(macAddress)) return;
    publish(deviceTopic(macAddress, 'assessments'), text(), connection.identity.userId);
  }

  function refuse(job: PublishJob, thrown: unknown): void {
    const error = thrown instanceof AppError ? thrown : internalError();
    if (error.status === 401) return job.forbidden();
    if (error.status === 403 && access.isForeign(job.connection, job.subject)) return job.forbidden();
    if (error.status >= 500 && job.qos > 0) return job.unavailable();
    send(job, () => refusalReply(error));
    job.refused(error);
  }

  return { hasSubscribers, publish, send, refuse };
}
