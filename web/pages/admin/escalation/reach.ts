import type { EscalationReach, EscalationStep } from '../../../api/records.ts';

/** Of the residents to whom the policy applies: all, and those for whom a step reaches nobody. */
export interface StepReach {
  readonly residents: number;
  readonly unreached: number;
}

/** docs/response.md, "Escalation policy": if all targets of a step are nobody, it goes to the whole care team. */
function isUnreached(
  { targets, channels }: Pick<EscalationStep, 'targets' | 'channels'>,
  reach: EscalationReach,
): boolean {
  const people = targets.map((target) => reach.targets[target]).filter((kinds) => kinds !== null);
  const reached = people.length === 0 ? [reach.team] : people;
  return !reached.some((kinds) => kinds.some((kind) => channels.includes(kind)));
}

export function reachOfStep(
  step: Pick<EscalationStep, 'targets' | 'channels'>,
  groups: readonly EscalationReach[],
): StepReach {
  const sum = (some: readonly EscalationReach[]): number =>
    some.reduce((total, { patients }) => total + patients, 0);
  return { residents: sum(groups), unreached: sum(groups.filter((group) => isUnreached(step, group))) };
}
