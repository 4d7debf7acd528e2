import { namesAndRooms } from '../../accounts/index.ts';
import type { NewEvent } from '../../live/index.ts';
import { isMuted, kindsWhere } from '../../notify/index.ts';
import { floodMessage } from '../../notify/texts/alerts.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { careTeamsOf, raiseAlerts } from '../../response/index.ts';
import { takeReport } from '../store/report-counts.ts';
import { FLOOD_ALERT, REPORTS_PER_HOUR, REPORTS_PER_MINUTE } from './flood.ts';

/** A report beyond the limits. */
export interface Flood {
  /** Caregivers and admins must be notified of the flood. */
  readonly isNews: boolean;
  /** The events that notify them. */
  readonly events: readonly NewEvent[];
}

const KNOWN_FLOOD: Flood = { isNews: false, events: [] };

/**
 * docs/response.md, "Floods": counts a report, and notifies caregivers and admins if it is the first one beyond the
 * limits. Undefined when the report is within the limits.
 */
export async function floodOf(q: Queryable, userId: string, at: Date): Promise<Flood | undefined> {
  const { isFlood, isNews } = await takeReport(q, userId, at);
  if (!isFlood) return undefined;
  if (!isNews) return KNOWN_FLOOD;
  const { all, admins } = (await careTeamsOf(q, [userId], at))(userId);
  const patient = (await namesAndRooms(q, [userId]))(userId);
  const events = await raiseFloodAlert(q, { patientId: userId, ...patient }, [...all, ...admins], at);
  return { isNews, events };
}

interface FloodingPatient {
  readonly patientId: string;
  readonly patientName: string;
  readonly patientRoom: string | null;
}

/**
 * Notifies caregivers and admins once that further reports of this person raise no alerts of their own, over sockets
 * and MQTT (the returned events) and by push, ntfy and e-mail. Runs in the transaction of the first report beyond the
 * limits.
 */
async function raiseFloodAlert(
  q: Queryable,
  of: FloodingPatient,
  recipientIds: readonly string[],
  at: Date,
): Promise<readonly NewEvent[]> {
  const alert = {
    ...FLOOD_ALERT,
    ...of,
    message: floodMessage(of.patientName),
    deviceId: null,
    recipientIds,
    content: {
      about: 'flood',
      patientName: of.patientName,
      patientRoom: of.patientRoom,
      perMinute: REPORTS_PER_MINUTE,
      perHour: REPORTS_PER_HOUR,
    },
  } as const;
  return raiseAlerts(
    q,
    [alert],
    {
      type: 'report.flood',
      kinds: kindsWhere(({ reader }) => reader === 'person'),
      isWanted: (channel) => !isMuted(channel, FLOOD_ALERT.severity, at),
    },
    at,
  );
}
