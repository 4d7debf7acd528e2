import type { ChannelKind } from '../../notify/index.ts';
import { type CareTeam, targetedBy } from '../care-team.ts';
import { STEP_TARGETS, type StepTarget } from '../vocabulary.ts';

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

export interface Reach {
  /** The whole care team: who is notified if all targets of a step are nobody. */
  readonly team: readonly ChannelKind[];
  readonly targets: ReachByTarget;
}

/** Follows the rules of `recipientsOf`. */
export function reachOf(careTeam: CareTeam, kindsOf: (personId: string) => readonly ChannelKind[]): Reach {
  const kindsOfAll = (people: readonly string[]): readonly ChannelKind[] =>
    [...new Set(people.flatMap(kindsOf))].sort();
  const { all, admins } = careTeam;
  const reach = (target: StepTarget): readonly ChannelKind[] | null => {
    const people = all.length === 0 ? admins : targetedBy(target, careTeam);
    return people.length === 0 ? null : kindsOfAll(people);
  };
  return {
    team: kindsOfAll(all.length === 0 ? admins : all),
    targets: Object.fromEntries(STEP_TARGETS.map((target) => [target, reach(target)])) as ReachByTarget,
  };
}

/** Patients of one ward mostly share a care team, so a few groups describe a large home. Largest first. */
export function groupedReach(reaches: readonly Reach[]): readonly (Reach & { readonly patients: number })[] {
  const groups = new Map<string, Reach & { readonly patients: number }>();
  for (const reach of reaches) {
    const key = JSON.stringify(reach);
    groups.set(key, { ...reach, patients: (groups.get(key)?.patients ?? 0) + 1 });
  }
  return [...groups.values()].sort((a, b) => b.patients - a.patients);
}
