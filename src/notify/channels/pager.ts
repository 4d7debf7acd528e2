import { priorityOf, refOf } from '../espa/page.ts';
import type { Pager } from '../espa/pager.ts';
import type { Channel } from './channel.ts';
import { numberField, type TargetFields } from './target-field.ts';

interface PagerTarget {
  readonly number: string;
}

export const PAGER_TARGET = {
  number: {
    ...numberField(
      'Number of the pager or DECT phone in the paging system',
      '4711',
      /^\d{1,16}$/,
      'must be a number of 1 to 16 digits, without +',
    ),
    input: { label: 'Number', type: 'tel' },
  },
} as const satisfies TargetFields;

export const createPagerChannel = (pager: Pager): Channel<PagerTarget> => ({
  isHere: () => pager.isHere(),
  send: ({ number }, { id, brief, level }, signal) =>
    pager.send({ ref: refOf(id), number, text: brief, priority: priorityOf(level) }, signal),
});
