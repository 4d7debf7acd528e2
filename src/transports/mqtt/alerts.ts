import type { LiveEvent } from '../../live/events.ts';

/** Decisions, MQTT: what goes to `caregivers/<id>/alerts`. */
export const ALERT_EVENTS: ReadonlySet<string> = new Set(['alert', 'alert.updated', 'alert.acknowledged']);

/** The same object as on the live socket; `id` tells a repeated one. */
export const alertMessage = ({ type, id, data }: LiveEvent): string => JSON.stringify({ type, id, data });
