import { numberField, type TargetFields } from './target-field.ts';

export interface NumberTarget {
  readonly number: string;
}

/** ITU-T E.164: at most 15 digits. */
export const E164 = /^\+[1-9]\d{6,14}$/;

export const PHONE_TARGET = {
  number: {
    ...numberField(
      'Phone number with country code (E.164); receives a code',
      '+4915123456789',
      E164,
      'must be a number with country code and no spaces, such as +4915123456789',
    ),
    input: { label: 'Phone number', type: 'tel' },
  },
} as const satisfies TargetFields;

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
