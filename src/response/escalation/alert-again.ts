import type { NewEvent } from '../../live/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { LiveAlert } from '../alerts/delivery-store.ts';
import { raiseFallAlertsFor } from '../alerts/store.ts';
import { shownOf } from '../shown-response.ts';
import type { FallResponse } from '../store/responses.ts';
import { fallAlertType } from '../vocabulary.ts';

/**
 * Alerts people again of falls that have a response: they get an event, and their alert the message. `people` are locked;
 * some may have no alert yet.
 */
export async function alertAgain(
  q: Queryable,
  again: readonly { readonly fall: FallResponse; readonly message: string }[],
  people: readonly string[],
  now: Date,
): Promise<readonly NewEvent[]> {
  const alerts = await raiseFallAlertsFor(
    q,
    again.map(({ fall, message }) => ({
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
  const byFall = new Map(again.map((one) => [one.fall.fallId, one]));
  return alerts.flatMap(({ id, fallId, caregiverId, isNew, acknowledged }): NewEvent[] => {
    const one = byFall.get(fallId);
    if (one === undefined) return [];
    const { fall, message } = one;
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
      ...shownOf(fall.response),
    };
    return [
      { recipientId: caregiverId, aboutId: fall.patientId, type: isNew ? 'alert' : 'alert.updated', data },
    ];
  });
}
