import type { Failed } from '../../../api/call.ts';
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
  /** Whether there is a place for anything that the service complained about. */
  readonly isPlaced: boolean;
}

/** The service counts in seconds and names places like `steps.1.afterSeconds`; people get it in the form's own words. */
export function complaintsOf(failure: Failure | undefined, { steps }: Draft): Complaints {
  const places = Object.keys(failure?.details ?? {});
  const at = (place: string) => places.some((one) => one === place || one.startsWith(`${place}.`));
  const found = steps.map(({ after }, index): StepComplaints => {
    const before = steps[index - 1];
    const isEarly = before !== undefined && secondsOf(after) <= secondsOf(before.after);
    return {
      ...(at(`steps.${index}.afterSeconds`) && { after: isEarly ? text.order : text.after }),
      ...(at(`steps.${index}.targets`) && { targets: text.targets }),
      ...(at(`steps.${index}.channels`) && { channels: text.targets }),
    };
  });
  const isPlaced = found.some((one) => Object.keys(one).length > 0) || at('repeats');
  return {
    steps: found,
    ...(at('repeats.times') && { times: text.times }),
    ...(at('repeats.everySeconds') && { every: text.every }),
    isPlaced,
  };
}
