import type { Person } from '../../people/person.ts';
import { hurried, resumeEscalation } from '../escalation/escalation.ts';
import { ALREADY_RESOLVED, type Decision, type LogEntry, noClaim, opened, type Response } from '../states.ts';

/**
 * "Not me": the person is released from this fall, and the next step is taken at once, unless another caregiver is on
 * the way.
 */
export function pass(response: Response, by: Person, now: Date): Decision {
  if (response.state === 'RESOLVED') return ALREADY_RESOLVED;
  const passedBy = [...new Set([...response.passedBy, by.id])];
  const entries: readonly LogEntry[] = [{ type: 'passed', at: now, by: { id: by.id, name: by.name } }];
  const isHolder = response.state === 'CLAIMED' && response.claimedBy?.id === by.id;
  if (response.state !== 'OPEN' && !isHolder) return { response: { ...response, passedBy }, entries };
  const free = { ...response, ...(isHolder && noClaim(now)), passedBy };
  const resumed = isHolder ? resumeEscalation(response.policy, response.escalation) : response.escalation;
  return { response: opened(free, hurried(response.policy, resumed, now), now), entries };
}
