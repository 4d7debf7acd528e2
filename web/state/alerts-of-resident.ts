import { computed } from '@preact/signals';
import { falls } from './falls.ts';

/** The open falls of each resident. */
const openOf = computed(() => {
  falls.changes.value;
  const byResident = new Map<string, string[]>();
  for (const id of falls.keys.peek()) {
    const fall = falls.peek(id);
    if (fall === undefined || fall.isTest || fall.response.state === 'RESOLVED') continue;
    const known = byResident.get(fall.patientId);
    if (known === undefined) byResident.set(fall.patientId, [id]);
    else known.push(id);
  }
  return byResident;
});

/** The other open falls of a fall's resident: each needs its own answer, and their cards may be far apart. */
export const othersOf = ({ id, patientId }: { readonly id: string; readonly patientId: string }) =>
  (openOf.value.get(patientId) ?? []).filter((other) => other !== id);
