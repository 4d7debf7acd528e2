import { computed } from '@preact/signals';
import { isOpenAlert } from './alert-order.ts';
import { falls } from './falls.ts';

/** docs/contract.md, "Health score": one word for a score on every page. `concern` counts from 0. */
const STEPS = [
  { from: 75, word: 'good', concern: 0 },
  { from: 50, word: 'fair', concern: 1 },
  { from: 26, word: 'poor', concern: 2 },
  { from: 0, word: 'highRisk', concern: 2 },
] as const;
type HealthStep = (typeof STEPS)[number];

export const healthOf = (score: number): HealthStep => STEPS.find(({ from }) => score >= from) ?? STEPS[3];

/** Residents with an open alert, which outranks the score: a person on the floor is not well. */
export const hasOpenAlert = computed<ReadonlySet<string>>(() => {
  falls.changes.value;
  const open = falls.keys.peek().flatMap((id) => falls.peek(id) ?? []);
  return new Set(open.filter(isOpenAlert).map(({ patientId }) => patientId));
});
