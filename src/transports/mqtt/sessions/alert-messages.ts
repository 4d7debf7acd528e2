import { eventJson } from '../../../live/event-json.ts';
import type { LiveEvent } from '../../../live/events.ts';

/** docs/mqtt.md, "Topics": what goes to `caregivers/<id>/alerts`. */
export const ALERT_EVENTS: ReadonlySet<string> = new Set(['alert', 'alert.updated', 'alert.acknowledged']);

/** The same object as on the live socket; `id` identifies a repeated one. */
export const alertMessage = (event: LiveEvent): string => eventJson(event);

/** The `id` of such a message. */
export const alertNumber = (message: Buffer | string): number =>
  (JSON.parse(message.toString()) as { id: number }).id;
