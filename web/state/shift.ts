import { computed, signal } from '@preact/signals';
import { type Answered, call } from '../api/call.ts';
import type { OnDuty } from '../api/records.ts';
import { now } from './clock.ts';
import { user } from './session.ts';

/** Who is on duty, and until when. */
export const onDuty = signal<readonly OnDuty[]>([]);

/** One's own shift, while it lasts. */
export const shift = computed(() =>
  onDuty.value.find(({ id, until }) => id === user.value?.id && Date.parse(until) > now.value),
);

export async function startShift(hours: number): Promise<Answered<OnDuty>> {
  const until = new Date(now.peek() + hours * 3_600_000).toISOString();
  const answer = await call<OnDuty>('POST', '/caregivers/me/shift', { until });
  if (answer.ok) onDuty.value = [...onDuty.value.filter(({ id }) => id !== answer.data.id), answer.data];
  return answer;
}

export async function endShift(): Promise<Answered<unknown>> {
  const answer = await call('DELETE', '/caregivers/me/shift');
  if (answer.ok) onDuty.value = onDuty.value.filter(({ id }) => id !== user.value?.id);
  return answer;
}
