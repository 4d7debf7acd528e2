import { E164 } from '../phones/gateways.ts';
import { numberField, type TargetFields } from './target-field.ts';

export interface PhoneTarget {
  readonly number: string;
}

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
