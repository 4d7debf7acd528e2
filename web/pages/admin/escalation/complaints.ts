import type { Failed } from '../../../api/rest.ts';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { type Draft, secondsOf } from './draft.ts';

const { errors: text } = escalation.edit;

export type Failure = Pick<Failed, 'error' | 'details'>;

export interface StepComplaints {
  readonly after?: string;
  readonly targets?: string;
  readonly channels?: string;
}

export interface Complaints {
  readonly steps: readonly StepComplaints[];
  readonly times?: string;
  readonly every?: string;
  /** Whether there is a place for all that the service complained about. */
  readonly isPlaced: boolean;
}

const PLACED = /^(steps\.\d+|repeats)\./;

/** The service counts in seconds and names places like `steps.1.afterSeconds`; people get it in the form's own words. */
export function complaintsOf(failure: Failure | undefined, { steps }: Draft): Complaints {
  const places = Object.keys(failure?.details ?? {});
  const at = (place: string) => places.some((one) => one === place || one.startsWith(`${place}.`));
  const found = steps.map(({ after, targets, channels }, index): StepComplaints => {
    const before = steps[index - 1];
    const isEarly = before !== undefined && secondsOf(after) <= secondsOf(before.after);
    return {
      // The service judges the order only when everything else is right; whoever mends the rest mends it as well.
      ...(failure !== undefined && isEarly
        ? { after: text.order }
        : at(`steps.${index}.afterSeconds`) && { after: text.after }),
      ...(at(`steps.${index}.targets`) && targets.length === 0 && { targets: text.atLeastOne }),
      ...(at(`steps.${index}.channels`) && channels.length === 0 && { channels: text.atLeastOne }),
    };
  });
  return {
    steps: found,
    ...(at('repeats.times') && { times: text.times }),
    ...(at('repeats.everySeconds') && { every: text.every }),
    isPlaced: places.length > 0 && places.every((place) => PLACED.test(place)),
  };
}
