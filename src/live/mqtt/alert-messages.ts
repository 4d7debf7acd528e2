/** docs/mqtt.md, "Topics": what goes to `caregivers/<id>/alerts`. */
export const ALERT_EVENTS: ReadonlySet<string> = new Set(['alert', 'alert.updated', 'alert.acknowledged']);

/** The `id` of such a message, which is the same object as on the live socket: it identifies a repeated one. */
export const alertNumber = (message: Buffer | string): number =>
  (JSON.parse(message.toString()) as { id: number }).id;
