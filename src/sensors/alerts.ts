import { namesAndRooms } from '../accounts/index.ts';
import type { NewEvent } from '../live/index.ts';
import { isMuted, kindsWhere, type NotificationChannel, ROUTINE_KINDS } from '../notify/index.ts';
import { sensorFloodMessage, signMessage } from '../notify/texts/alerts.ts';
import { minutesAgoOf, type SensorSign } from '../notify/texts/content.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isAtLeast } from '../platform/fall-levels.ts';
import { alertedOf, careTeamsOf, raiseAlerts } from '../response/index.ts';
import { EVENTS_PER_HOUR, EVENTS_PER_MINUTE } from './rules.ts';

interface Occurrence {
  readonly patientId: string;
  readonly sensorName: string;
}

/** Alerts the care team once, without escalation. The care team must be locked (lockCareTeams). */
export async function raiseSignAlert(
  q: Queryable,
  { patientId, sensorName, event, at }: Occurrence & { readonly event: SensorSign; readonly at: Date },
  now: Date,
): Promise<readonly NewEvent[]> {
  const careTeam = (await careTeamsOf(q, [patientId], now))(patientId);
  const patient = (await namesAndRooms(q, [patientId]))(patientId);
  const minutesAgo = minutesAgoOf(at, now.getTime());
  const alert = {
    type: `SENSOR_${event}`,
    severity: 'MEDIUM',
    message: signMessage(event, patient.patientName, minutesAgo),
    patientId,
    ...patient,
    deviceId: null,
    recipientIds: alertedOf(careTeam),
    content: { about: 'sensor', event, sensorName, minutesAgo, ...patient },
    happenedAt: at,
  } as const;
  return raiseAlerts(q, [alert], { type: 'sensor.event', kinds: ROUTINE_KINDS, isWanted }, now);
}

/** Quiet hours mute these alerts, as those of wearables. */
const isWanted = (channel: NotificationChannel, _severity: string, at: Date): boolean =>
  isAtLeast('POTENTIAL', channel.minSeverity) && !isMuted(channel, null, at);

/** docs/sensors.md, "Limits": notifies caregivers and admins that further events raise no alerts. */
export async function raiseFloodAlert(
  q: Queryable,
  { patientId, sensorName }: Occurrence,
  now: Date,
): Promise<readonly NewEvent[]> {
  const { all, admins } = (await careTeamsOf(q, [patientId], now))(patientId);
  const patient = (await namesAndRooms(q, [patientId]))(patientId);
  const severity = 'HIGH';
  const alert = {
    type: 'REPORT_FLOOD',
    severity,
    message: sensorFloodMessage(sensorName, patient.patientName),
    patientId,
    ...patient,
    deviceId: null,
    recipientIds: [...all, ...admins],
    content: {
      about: 'sensor-flood',
      sensorName,
      perMinute: EVENTS_PER_MINUTE,
      perHour: EVENTS_PER_HOUR,
      ...patient,
    },
  } as const;
  return raiseAlerts(
    q,
    [alert],
    {
      type: 'report.flood',
      kinds: kindsWhere(({ reader }) => reader === 'person'),
      isWanted: (channel) => !isMuted(channel, severity, now),
    },
    now,
  );
}
