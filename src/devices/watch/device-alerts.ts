import type { NewEvent } from '../../live/index.ts';
import { isMuted, type NotificationChannel, ROUTINE_KINDS } from '../../notify/index.ts';
import type { NotificationContent } from '../../notify/texts/content.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isAtLeast } from '../../platform/fall-levels.ts';
import { raiseAlerts } from '../../response/index.ts';
import type { ConditionRow, DeviceAudience } from './conditions.ts';
import type { DeviceAlertType } from './thresholds.ts';

/** An alert about a wearable, with its owner and the owner's caregivers. */
interface DeviceAlert extends ConditionRow<DeviceAlertType>, Omit<DeviceAudience, 'deviceId'> {
  readonly severity: string;
  readonly message: string;
  readonly content: NotificationContent;
  readonly patientId: string;
}

/**
 * Alerts the owner's caregivers once. A wearable that does not measure is no emergency, so nothing escalates. Runs in the
 * transaction that took the conditions.
 */
export const raiseDeviceAlerts = (
  q: Queryable,
  alerts: readonly DeviceAlert[],
  at: Date,
): Promise<readonly NewEvent[]> =>
  raiseAlerts(
    q,
    alerts.map(({ ownerName, ownerRoom, caregiverIds, ...alert }) => ({
      ...alert,
      patientName: ownerName,
      patientRoom: ownerRoom,
      recipientIds: caregiverIds,
    })),
    { type: 'device.status', kinds: ROUTINE_KINDS, isWanted },
    at,
  );

/** A channel for HIGH and above also gets HIGH device alerts; quiet hours mute all device alerts. */
const isWanted = (channel: NotificationChannel, severity: string, at: Date): boolean =>
  isAtLeast(severity === 'HIGH' ? 'HIGH' : 'POTENTIAL', channel.minSeverity) && !isMuted(channel, null, at);
