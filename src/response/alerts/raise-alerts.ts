import type { NewEvent } from '../../live/index.ts';
import {
  type ChannelKind,
  enqueue,
  laneOf,
  type NotificationChannel,
  workingChannels,
} from '../../notify/index.ts';
import type { NotificationContent } from '../../notify/texts/content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { messageAboutPerson } from '../messages.ts';
import { NO_RESPONSE } from '../shown-response.ts';
import type { AlertType } from '../vocabulary.ts';
import type { LiveAlert } from './delivery-store.ts';
import { insertAlerts } from './store.ts';

/** An alert about a person or their wearable, not about a fall: it has no response and does not escalate. */
interface NewAlert {
  readonly type: AlertType;
  readonly severity: string;
  readonly message: string;
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
  readonly deviceId: string | null;
  /** Caregivers and admins, locked (sql/015). */
  readonly recipientIds: readonly string[];
  readonly content: NotificationContent;
  /** When it happened; now if missing. */
  readonly happenedAt?: Date;
}

/** The notification of an alert outside the console. */
interface AlertNotification {
  readonly type: Parameters<typeof messageAboutPerson>[0];
  readonly kinds: readonly ChannelKind[];
  isWanted(channel: NotificationChannel, severity: string, at: Date): boolean;
}

/** Alerts every recipient once, over sockets and MQTT (the returned events) and over their channels. */
export async function raiseAlerts(
  q: Queryable,
  alerts: readonly NewAlert[],
  notification: AlertNotification,
  at: Date,
): Promise<readonly NewEvent[]> {
  const rows = await insertAlerts(q, alerts, at);
  await notify(q, alerts, notification, at);
  return rows.flatMap(({ id, caregiverId, ...row }): NewEvent[] => {
    const alert = alerts.find(
      ({ type, patientId, deviceId }) =>
        type === row.type && patientId === row.patientId && deviceId === row.deviceId,
    );
    if (alert === undefined) return [];
    const { recipientIds: _, content: __, happenedAt = at, ...about } = alert;
    const data: LiveAlert = {
      ...about,
      id,
      timestamp: happenedAt,
      acknowledged: false,
      fallId: null,
      isTest: false,
      ...NO_RESPONSE,
    };
    return [{ recipientId: caregiverId, aboutId: alert.patientId, type: 'alert', data }];
  });
}

async function notify(
  q: Queryable,
  alerts: readonly NewAlert[],
  { type, kinds, isWanted }: AlertNotification,
  at: Date,
): Promise<void> {
  const people = new Set(alerts.flatMap(({ recipientIds }) => recipientIds));
  const channels = await workingChannels(q, [...people], kinds);
  const messages = alerts.flatMap((alert) => {
    const { patientId, patientName, patientRoom } = alert;
    return channels
      .filter(
        (channel) => alert.recipientIds.includes(channel.userId) && isWanted(channel, alert.severity, at),
      )
      .map((channel) => ({
        fallId: null,
        to: { channelId: channel.id, personId: channel.userId },
        lane: laneOf(channel.kind, channel.target),
        message: messageAboutPerson(type, { patientId, patientName, patientRoom }, alert.content, at),
      }));
  });
  await enqueue(q, messages, at);
}
