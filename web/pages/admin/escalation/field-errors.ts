import type { Failed } from '../../../api/rest.ts';
import { escalation } from '../../../text/en/admin/escalation.ts';
import { type Draft, secondsOf } from './draft.ts';

const { errors: text } = escalation.edit;

export type Failure = Pick<Failed, 'error' | 'details'>;

export interface StepErrors {
  readonly after?: string;
  readonly targets?: string;
  readonly channels?: string;
}

export interface FieldErrors {
  readonly steps: readonly StepErrors[];
  readonly times?: string;
  readonly every?: string;
  /** Whether the form has a field for every detail of the failure. */
  readonly isComplete: boolean;
}

const FIELD = /^(steps\.\d+|repeats)\./;

/** Translates the service's details, such as `steps.1.afterSeconds`, to messages at the form's fields. */
export function fieldErrorsOf(failure: Failure | undefined, { steps }: Draft): FieldErrors {
  const fields = Object.keys(failure?.details ?? {});
  const at = (field: string) => fields.some((one) => one === field || one.startsWith(`${field}.`));
  const found = steps.map(({ after, targets, channels }, index): StepErrors => {
    const before = steps[index - 1];
    const isEarly = before !== undefined && secondsOf(after) <= secondsOf(before.after);
    return {
      // The service checks the order last. The form shows it at once, so that the admin corrects all fields together.
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
    isComplete: fields.length > 0 && fields.every((field) => FIELD.test(field)),
  };
}
