/** docs/mqtt.md, "Topics": the events published to `caregivers/<id>/alerts`. */
export const ALERT_EVENTS: ReadonlySet<string> = new Set(['alert', 'alert.updated', 'alert.acknowledged']);

/** The `id` of an alert message, which is the same object as on the live socket: it identifies repeated messages. */
export const alertNumber = (message: Buffer | string): number =>
  (JSON.parse(message.toString()) as { id: number }).id;
