import type { EventLog, LiveEvent } from '../../../live/events.ts';

/** Decisions, MQTT: what goes to `caregivers/<id>/alerts`. */
export const ALERT_EVENTS: ReadonlySet<string> = new Set(['alert', 'alert.updated', 'alert.acknowledged']);

/** The same object as on the live socket; `id` tells a repeated one. */
export const alertMessage = ({ type, id, data }: LiveEvent): string => JSON.stringify({ type, id, data });

/** The `id` of such a message. */
export const alertNumber = (message: Buffer | string): number =>
  (JSON.parse(message.toString()) as { id: number }).id;

/** A caregiver's alerts after a number, oldest first. */
export async function alertsAfter(
  events: Pick<EventLog, 'after'>,
  caregiverId: string,
  number: number,
  most: number,
): Promise<readonly LiveEvent[]> {
  const alerts: LiveEvent[] = [];
  for await (const event of events.after(caregiverId, number)) {
    if (alerts.length === most) break;
    if (ALERT_EVENTS.has(event.type)) alerts.push(event);
  }
  return alerts;
}
