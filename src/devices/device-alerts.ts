import type { NewEvent } from '../live/index.ts';
import {
  enqueue,
  isMuted,
  laneOf,
  type NotificationChannel,
  ROUTINE_KINDS,
  workingChannels,
} from '../notify/index.ts';
import { isAtLeast } from '../notify/levels.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type LiveAlert, messageAboutPerson } from '../response/index.ts';
import { insertDeviceAlerts, type NewDeviceAlert } from './store/conditions.ts';

/** An alert about a wearable, with its owner's name and room. */
interface DescribedAlert extends NewDeviceAlert {
  readonly ownerName: string;
  readonly ownerRoom: string | null;
}

/**
 * Alerts the owner's caregivers once, over sockets and MQTT (the returned events) and by push. A wearable that does not
 * measure is no emergency, so nothing escalates. Runs in the transaction that took the conditions.
 */
export async function raiseDeviceAlerts(
  q: Queryable,
  described: readonly DescribedAlert[],
  at: Date,
): Promise<readonly NewEvent[]> {
  const alerts = await insertDeviceAlerts(q, described, at);
  await push(q, described, at);
  return alerts.flatMap(({ id, caregiverId, deviceId, type }): NewEvent[] => {
    const about = described.find((it) => it.deviceId === deviceId && it.type === type);
    if (about === undefined) return [];
    const { ownerName, ownerRoom, severity, message, patientId } = about;
    const data: LiveAlert = {
      id,
      patientName: ownerName,
      type,
      severity,
      message,
      timestamp: at,
      acknowledged: false,
      patientId,
      patientRoom: ownerRoom,
      fallId: null,
      deviceId,
      response: null,
    };
    return [{ recipientId: caregiverId, aboutId: patientId, type: 'alert', data }];
  });
}

async function push(q: Queryable, described: readonly DescribedAlert[], at: Date): Promise<void> {
  const people = new Set(described.flatMap(({ caregiverIds }) => caregiverIds));
  const channels = await workingChannels(q, [...people], ROUTINE_KINDS);
  const messages = described.flatMap(({ caregiverIds, patientId, ownerName, ownerRoom, message, severity }) =>
    channels
      .filter((channel) => caregiverIds.includes(channel.userId) && isWanted(channel, severity, at))
      .map((channel) => ({
        fallId: null,
        to: { channelId: channel.id, personId: channel.userId },
        lane: laneOf(channel.kind, channel.target),
        message: messageAboutPerson(
          'device.status',
          { patientId, patientName: ownerName, patientRoom: ownerRoom },
          { title: message, body: 'Please look after the wearable.' },
          at,
        ),
      })),
  );
  await enqueue(q, messages, at);
}

/** A channel for HIGH and above also gets HIGH device alerts; quiet hours mute all device alerts. */
const isWanted = (channel: NotificationChannel, severity: string, at: Date): boolean =>
  isAtLeast(severity === 'HIGH' ? 'HIGH' : 'POTENTIAL', channel.minSeverity) && !isMuted(channel, null, at);
