import type { NewEvent } from '../live/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { responseOf } from './states.ts';
import type { LiveAlert } from './store/alert-delivery.ts';
import { raiseFallAlertsFor } from './store/alerts.ts';
import type { FallResponse } from './store/responses.ts';
import { fallAlertType } from './vocabulary.ts';

/**
 * Alerts people again of falls that have a response: they get an event, and their alert the message. `people` are locked;
 * some may have no alert yet.
 */
export async function alertAgain(
  q: Queryable,
  told: readonly { readonly fall: FallResponse; readonly message: string }[],
  people: readonly string[],
  now: Date,
): Promise<readonly NewEvent[]> {
  const alerts = await raiseFallAlertsFor(
    q,
    told.map(({ fall, message }) => ({
      fallId: fall.fallId,
      patientId: fall.patientId,
      type: fallAlertType(fall.sensorEvent),
      level: fall.level,
      message,
      at: fall.fellAt,
      now,
    })),
    people,
  );
  const saidOf = new Map(told.map((said) => [said.fall.fallId, said]));
  return alerts.flatMap(({ id, fallId, caregiverId, isNew, acknowledged }): NewEvent[] => {
    const said = saidOf.get(fallId);
    if (said === undefined) return [];
    const { fall, message } = said;
    const data: LiveAlert = {
      id,
      patientName: fall.patientName,
      type: fallAlertType(fall.sensorEvent),
      severity: fall.level,
      message,
      timestamp: fall.fellAt,
      acknowledged,
      patientId: fall.patientId,
      patientRoom: fall.patientRoom,
      fallId,
      deviceId: fall.deviceId,
      isTest: fall.isTest,
      response: responseOf(fall.response),
    };
    return [
      { recipientId: caregiverId, aboutId: fall.patientId, type: isNew ? 'alert' : 'alert.updated', data },
    ];
  });
}
