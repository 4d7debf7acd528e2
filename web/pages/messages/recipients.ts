import { useEffect, useState } from 'preact/hooks';
import type { Role } from '../../api/records.ts';
import { api } from '../../api/rest.ts';
import { conversations } from '../../state/messages.ts';
import { people } from '../../state/people.ts';
import { user } from '../../state/session.ts';
import { onDuty } from '../../state/shift.ts';

export interface Recipient {
  readonly id: string;
  readonly name: string;
}

const MAX_CAREGIVERS = 100;

/** Users whom the user may write to: the care team, assigned residents, colleagues and partners of earlier conversations. */
export function useRecipients(): readonly Recipient[] {
  const [caregivers, setCaregivers] = useState<readonly Recipient[]>([]);
  const me = user.value;
  const role = me?.role;
  useEffect(() => {
    if (role !== undefined) void caregiversFor(role).then(setCaregivers);
  }, [role]);
  const known = conversations.keys.value.flatMap((id) => {
    const one = conversations.get(id)?.value;
    return one?.canReply ? one.with : [];
  });
  const mine = people.keys.value.flatMap((id) => people.peek(id) ?? []);
  const all = [...caregivers, ...mine, ...onDuty.value, ...known];
  const byId = new Map(all.map(({ id, name }) => [id, { id, name }]));
  return [...byId.values()].filter(({ id }) => id !== me?.id).sort((a, b) => a.name.localeCompare(b.name));
}

/** Caregivers see colleagues on duty only; the list of all caregivers is for admins. */
async function caregiversFor(role: Role): Promise<readonly Recipient[]> {
  if (role === 'PATIENT') {
    const reply = await api.get('/patients/me');
    return reply.ok ? reply.data.caregivers : [];
  }
  if (role === 'CAREGIVER') return [];
  const reply = await api.get('/caregivers', { query: { limit: MAX_CAREGIVERS } });
  return reply.ok
    ? reply.data.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }))
    : [];
}
