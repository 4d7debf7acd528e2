import { namesAndRooms } from '../../accounts/index.ts';
import { type NewEvent, recordsSharing } from '../../live/index.ts';
import { checkInMessage, fallMessage, helpMessage } from '../../notify/texts/alerts.ts';
import type { Person } from '../../people/person.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type FallLevel, isAtLeast } from '../../platform/fall-levels.ts';
import type { FallRow } from '../../response/fall/index.ts';
import {
  type AlertChange,
  alertedOf,
  type FallenPatient,
  type LiveAlert,
  type Responses,
  raiseFallAlerts,
} from '../../response/index.ts';
import { fallAlertType } from '../../response/vocabulary.ts';

interface CaregiverAlertDeps {
  readonly responses: Pick<Responses, 'raise' | 'raiseContextOf'>;
  readonly now: () => number;
}

/** A fall that is new or whose level has risen. */
export interface FallChange {
  readonly fall: FallRow;
  /** The transaction has inserted it. */
  readonly isNew?: boolean;
  /** The wearer called for help. */
  readonly isCall?: boolean;
  /** The caregiver or admin who reported it for the patient. */
  readonly reportedBy?: Person;
}

/** The alerts about the falls of one transaction, and its events, which it appends once with all others. */
export interface CaregiverAlerts {
  alertsOf(fallId: string): readonly AlertChange[];
  /** Number of alerted people who are caregivers of the patient, not admins as a fallback. */
  caregiverCountOf(fall: FallRow): number;
  readonly events: readonly NewEvent[];
  readonly hasResponse: boolean;
}

export const NO_ALERTS: CaregiverAlerts = {
  alertsOf: () => [],
  caregiverCountOf: () => 0,
  events: [],
  hasResponse: false,
};

interface NamedChange extends FallChange {
  readonly patient: FallenPatient;
  readonly message: string;
}

/** Reads what alertCaregivers needs. Send it behind the statements that write the falls. */
export async function alertContextOf(
  q: Queryable,
  falls: Parameters<Responses['raiseContextOf']>[1],
  { responses }: Pick<CaregiverAlertDeps, 'responses'>,
) {
  const [patientOf, context] = await Promise.all([
    namesAndRooms(q, falls.patientIds),
    responses.raiseContextOf(q, falls),
  ]);
  return { ...context, patientOf };
}

/** Starts or raises the responses to falls of POTENTIAL or above, and alerts caregivers. */
export async function alertCaregivers(
  q: Queryable,
  changes: readonly FallChange[],
  { responses, now }: CaregiverAlertDeps,
  known?: Awaited<ReturnType<typeof alertContextOf>>,
): Promise<CaregiverAlerts> {
  const alerting = changes.filter(({ fall }) => isAlerting(fall.status));
  if (alerting.length === 0) return NO_ALERTS;
  const at = now();
  const context =
    known ??
    (await alertContextOf(
      q,
      {
        patientIds: alerting.map(({ fall }) => fall.userId),
        older: alerting.filter(({ isNew }) => !isNew).map(({ fall }) => fall.id),
      },
      { responses },
    ));
  const { patientOf, careTeamOf } = context;
  const raised = responses.raise(
    q,
    alerting.map(({ fall, isCall, reportedBy }) => {
      const patient = patientOf(fall.userId);
      const by = isCall ? { id: fall.userId, name: patient.patientName } : null;
      return { fall, patient, by, ...(reportedBy && { reportedBy }) };
    }),
    context,
  );
  const named = alerting.map((change): NamedChange => {
    const patient = patientOf(change.fall.userId);
    return { ...change, patient, message: messageOf(change, patient, at) };
  });
  const [alerts] = await Promise.all([
    raiseFallAlerts(
      q,
      named.map(({ fall, message }) => ({
        fallId: fall.id,
        patientId: fall.userId,
        type: alertTypeOf(fall),
        caregiverIds: alertedOf(careTeamOf(fall.userId)),
        level: fall.status,
        message,
        at: fall.createdAt,
        now: new Date(at),
      })),
    ),
    raised.written,
  ]);
  const alertsOf = groupedBy(alerts, ({ fallId }) => fallId);
  const alertEvents = named.flatMap((change) => {
    const { id } = change.fall;
    return alertEventsOf(change, alertsOf(id), raised.responses.get(id));
  });
  return {
    alertsOf,
    caregiverCountOf({ id, userId }) {
      const { all } = careTeamOf(userId);
      return alertsOf(id).filter(({ caregiverId }) => all.includes(caregiverId)).length;
    },
    events: [...alertEvents, ...raised.events],
    hasResponse: true,
  };
}

/** Whether falls of this level have a response and alerts. */
export const isAlerting = (level: FallLevel): boolean => isAtLeast(level, 'POTENTIAL');

const alertTypeOf = ({ sensor }: FallRow) => fallAlertType(sensor?.event ?? null);

function messageOf({ fall, isCall }: FallChange, { patientName }: FallenPatient, at: number): string {
  if (isCall) return helpMessage(patientName);
  if (fall.source === 'CHECK_IN') return checkInMessage(patientName);
  const sensorEvent = fall.sensor?.event ?? null;
  const { status: level, createdAt, isTest } = fall;
  return fallMessage({ level, patientName, sensorEvent, at: createdAt, isTest }, at);
}

function alertEventsOf(
  { fall, patient, message }: NamedChange,
  alerts: readonly AlertChange[],
  response: Pick<LiveAlert, 'response' | 'verification'> = { response: null, verification: null },
): NewEvent[] {
  const alertWith = recordsSharing({
    ...patient,
    type: alertTypeOf(fall),
    severity: fall.status,
    message,
    timestamp: fall.createdAt,
    patientId: fall.userId,
    fallId: fall.id,
    deviceId: fall.deviceId,
    isTest: fall.isTest,
    ...response,
  });
  return alerts.map(({ id, caregiverId, isNew, acknowledged }): NewEvent => {
    const data: LiveAlert = alertWith({ id, acknowledged });
    return { recipientId: caregiverId, aboutId: fall.userId, type: isNew ? 'alert' : 'alert.updated', data };
  });
}
