import type { ChannelKind } from '../../notify/index.ts';
import { alertedOf, type CareTeam, targetedBy } from '../care-team.ts';
import { STEP_TARGETS, type StepTarget } from '../vocabulary.ts';

/** At most, per group of patients. */
export const MOST_REACHED = 200;

export const CHANNEL_STATES = ['WORKING', 'UNCONFIRMED', 'DISABLED', 'NOT_CONFIGURED'] as const;

/** docs/response.md, "Reachability". */
export const CHANNEL_UNRECEIVED = 'CHANNEL_UNRECEIVED';

export type ChannelState = (typeof CHANNEL_STATES)[number];

interface StoredChannel {
  readonly kind: ChannelKind;
  readonly verifiedAt: Date | null;
  readonly disabledAt: Date | null;
}

export function channelStateOf(
  { kind, verifiedAt, disabledAt }: StoredChannel,
  isConfigured: (kind: ChannelKind) => boolean,
): ChannelState {
  if (!isConfigured(kind)) return 'NOT_CONFIGURED';
  if (verifiedAt === null) return 'UNCONFIRMED';
  return disabledAt === null ? 'WORKING' : 'DISABLED';
}

/** By which channels each target of a step reaches at least one person; null for a target that is nobody. */
type ReachByTarget = Readonly<Record<StepTarget, readonly ChannelKind[] | null>>;

/** Somebody with a channel that works. */
interface ReachedPerson {
  readonly id: string;
  readonly channels: readonly ChannelKind[];
  /** Whether a step whose targets are all nobody goes to this person. */
  readonly isInTeam: boolean;
  readonly targets: readonly StepTarget[];
}

export interface Reach {
  /** The whole care team: who is notified if all targets of a step are nobody. */
  readonly team: readonly ChannelKind[];
  readonly targets: ReachByTarget;
  readonly people: readonly ReachedPerson[];
}

/** Follows the rules of `recipientsOf`. */
export function reachOf(careTeam: CareTeam, kindsOf: (personId: string) => readonly ChannelKind[]): Reach {
  const unique = (people: readonly string[]): readonly ChannelKind[] =>
    [...new Set(people.flatMap(kindsOf))].sort();
  const { all, admins } = careTeam;
  const team = alertedOf(careTeam);
  const byTarget = STEP_TARGETS.map(
    (target) => [target, all.length === 0 ? admins : targetedBy(target, careTeam)] as const,
  );
  const everybody = new Set([...team, ...byTarget.flatMap(([, people]) => people)]);
  return {
    team: unique(team),
    targets: Object.fromEntries(
      byTarget.map(([target, people]) => [target, people.length === 0 ? null : unique(people)]),
    ) as ReachByTarget,
    people: [...everybody]
      .map((id) => ({
        id,
        channels: unique([id]),
        isInTeam: team.includes(id),
        targets: byTarget.filter(([, people]) => people.includes(id)).map(([target]) => target),
      }))
      .filter(({ channels }) => channels.length > 0),
  };
}

interface ReachGroup extends Reach {
  readonly patients: number;
}

/**
 * Patients of one ward mostly share a care team, so a few groups describe a large home. Largest first. The people of a
 * group are those of all its patients.
 */
export function groupedReach(reaches: readonly Reach[]): readonly ReachGroup[] {
  const groups = new Map<string, ReachGroup>();
  for (const { people, ...reach } of reaches) {
    const key = JSON.stringify(reach);
    const known = groups.get(key);
    groups.set(key, {
      ...reach,
      patients: (known?.patients ?? 0) + 1,
      people: known === undefined ? people : joined(known.people, people),
    });
  }
  return [...groups.values()].sort((a, b) => b.patients - a.patients);
}

function joined(some: readonly ReachedPerson[], others: readonly ReachedPerson[]): readonly ReachedPerson[] {
  const people = new Map(some.map((person) => [person.id, person]));
  for (const person of others) {
    const known = people.get(person.id) ?? person;
    people.set(person.id, {
      ...person,
      isInTeam: person.isInTeam || known.isInTeam,
      targets: [...new Set([...known.targets, ...person.targets])],
    });
  }
  return [...people.values()];
}
