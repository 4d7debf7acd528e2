import { signal } from '@preact/signals';

interface Revision {
  readonly wardId: string;
  readonly revision: number;
}

/** The floor plans of the wards on the board: the revision by ward. */
export const plans = signal<ReadonlyMap<string, number>>(new Map());

export const replacePlans = (revisions: readonly Revision[]): void => {
  plans.value = new Map(revisions.map(({ wardId, revision }) => [wardId, revision]));
};

export const putPlan = ({ wardId, revision }: Revision): void => {
  plans.value = new Map(plans.peek()).set(wardId, revision);
};
