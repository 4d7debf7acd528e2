import type { EscalationReach, EscalationStep, ReachedPerson, StepChannel } from '../../../api/records.ts';

type Step = Pick<EscalationStep, 'targets' | 'channels'>;

/** Of the residents to whom the policy applies: all, and those for whom a step reaches nobody. */
export interface StepReach {
  readonly residents: number;
  readonly unreached: number;
  readonly people: readonly ReachedPerson[];
  /** The channels of the step that reach somebody. */
  readonly channels: readonly StepChannel[];
}

/** docs/response.md, "Escalation policy": if all targets of a step are nobody, it goes to the whole care team. */
const goesToTeam = ({ targets }: Step, reach: EscalationReach): boolean =>
  targets.every((target) => reach.targets[target] === null);

function isUnreached(step: Step, reach: EscalationReach): boolean {
  const reached = goesToTeam(step, reach)
    ? [reach.team]
    : step.targets.map((target) => reach.targets[target]);
  return !reached.some((kinds) => kinds?.some((kind) => step.channels.includes(kind)));
}

function peopleOfStep(step: Step, group: EscalationReach): readonly ReachedPerson[] {
  const isForTeam = goesToTeam(step, group);
  return group.people.filter(
    ({ channels, isInTeam, targets }) =>
      (isForTeam ? isInTeam : targets.some((target) => step.targets.includes(target))) &&
      channels.some((kind) => step.channels.includes(kind)),
  );
}

export function reachOfStep(step: Step, groups: readonly EscalationReach[]): StepReach {
  const sum = (some: readonly EscalationReach[]): number =>
    some.reduce((total, { patients }) => total + patients, 0);
  const people = new Map(
    groups.flatMap((group) => peopleOfStep(step, group).map((person) => [person.id, person])),
  );
  const reached = [...people.values()];
  return {
    residents: sum(groups),
    unreached: sum(groups.filter((group) => isUnreached(step, group))),
    people: reached,
    channels: step.channels.filter((kind) => reached.some(({ channels }) => channels.includes(kind))),
  };
}
