import { useState } from 'preact/hooks';
import type { TestResult } from '../api/records.ts';
import type { Answered } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { deliveryErrors } from '../text/en/delivery-errors.ts';
import { settings } from '../text/en/settings.ts';

const text = settings.channels;

export interface Said {
  readonly kind: 'info' | 'good' | 'error';
  readonly text: string;
}

/** Sends a test to a channel or a webhook, and reports the result. */
export function useDeliveryTest(send: () => Promise<Answered<TestResult>>, reload: () => Promise<void>) {
  const [said, setSaid] = useState<Said>();
  const test = async () => {
    setSaid({ kind: 'info', text: text.testing });
    const answer = await send();
    if (!answer.ok) return setSaid({ kind: 'error', text: answer.error });
    const { delivered, error } = answer.data;
    setSaid(
      delivered
        ? { kind: 'good', text: text.delivered }
        : {
            kind: 'error',
            text: text.notDelivered(error === null ? common.unknown : deliveryErrors.reworded(error)),
          },
    );
    await reload();
  };
  return { said, setSaid, test };
}
