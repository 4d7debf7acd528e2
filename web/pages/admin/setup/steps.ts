/** The name of a home that no admin has changed (docs/configuration.md, `ORGANISATION_NAME`). */
const FIRST_NAME = 'Vigil';

/** What the service says about the home; undefined while it loads. */
export interface HomeFacts {
  readonly name: string | undefined;
  readonly wards: readonly { readonly name: string; readonly caregivers: number }[] | undefined;
  readonly caregivers: number | undefined;
  readonly residents: number | undefined;
  /** Residents whose wearable has sent a reading. */
  readonly wearers: number | undefined;
  /** The reason why an alert would reach no caregiver outside the console; null if it would. */
  readonly unreachable: string | null | undefined;
  /** The admin's own methods that work. */
  readonly channels: number | undefined;
  /** The methods of everybody, and those whose test is overdue. */
  readonly tested: { readonly channels: number; readonly overdueChannels: number } | undefined;
  /** The admin's own falls, newest first: an admin has no others than tests. */
  readonly tests: readonly { readonly isResolved: boolean }[] | undefined;
}

export const STEPS = [
  'organisation',
  'wards',
  'caregivers',
  'residents',
  'wearables',
  'escalation',
  'channels',
  'ring',
  'test',
] as const;

export type Step = (typeof STEPS)[number];

/** Applies a rule once the fact is known. */
const known = <Fact>(fact: Fact | undefined, rule: (fact: Fact) => boolean): boolean | undefined =>
  fact === undefined ? undefined : rule(fact);

/** Whether a step is done; undefined while it is not known. */
const RULES: Readonly<Record<Step, (facts: HomeFacts) => boolean | undefined>> = {
  organisation: ({ name }) => known(name, (one) => one !== FIRST_NAME),
  wards: ({ wards }) => known(wards, (all) => all.length > 0),
  caregivers: ({ caregivers, wards }) =>
    known(caregivers, (count) => count > 0) &&
    known(wards, (all) => all.every((ward) => ward.caregivers > 0)),
  residents: ({ residents }) => known(residents, (count) => count > 0),
  wearables: ({ residents = 0, wearers }) => known(wearers, (count) => count > 0 && count >= residents),
  escalation: ({ unreachable }) => known(unreachable, (reason) => reason === null),
  channels: ({ channels }) => known(channels, (count) => count > 0),
  ring: ({ tested }) => known(tested, (all) => all.channels > 0 && all.overdueChannels === 0),
  test: ({ tests }) => known(tests, ([last]) => last?.isResolved ?? false),
};

export const isDone = (step: Step, facts: HomeFacts): boolean | undefined => RULES[step](facts);
