import { computed, signal } from '@preact/signals';
import type { OnDuty } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { now } from './clock.ts';
import { user } from './session.ts';

/** The caregivers on duty, and until when. */
export const onDuty = signal<readonly OnDuty[]>([]);

/** Counts starts and ends of the user's shift on this page. */
let changes = 0;

/** Call it before the request, and the returned function with the reply, which may be older than a press on this page. */
export function askOnDuty(): (reply: readonly OnDuty[]) => void {
  const before = changes;
  return (reply) => {
    const own = user.peek()?.id;
    onDuty.value =
      changes === before
        ? reply
        : [...reply.filter(({ id }) => id !== own), ...onDuty.peek().filter(({ id }) => id === own)];
  };
}

function putOwn(own: OnDuty | undefined): void {
  changes += 1;
  const others = onDuty.peek().filter(({ id }) => id !== user.peek()?.id);
  onDuty.value = own === undefined ? others : [...others, own];
}

/** The user's current shift. */
export const shift = computed(() =>
  onDuty.value.find(({ id, until }) => id === user.value?.id && Date.parse(until) > now.value),
);

export async function startShift(hours: number): Promise<Answered<OnDuty>> {
  const until = new Date(now.peek() + hours * 3_600_000).toISOString();
  const reply = await api.post('/caregivers/me/shift', { body: { until } });
  if (reply.ok) putOwn(reply.data);
  return reply;
}

/** Extends the shift from its current end. */
export async function extendShift(hours: number): Promise<Answered<OnDuty>> {
  const end = Date.parse(shift.peek()?.until ?? '');
  return startShift(hours + Math.max(0, (end - now.peek()) / 3_600_000 || 0));
}

const NOT_FOUND = 404;

/** A shift that has already expired counts as ended. */
export async function endShift(): Promise<Answered<unknown>> {
  const reply = await api.delete('/caregivers/me/shift');
  if (!reply.ok && reply.status !== NOT_FOUND) return reply;
  putOwn(undefined);
  return { ok: true, status: reply.status, data: undefined };
}
