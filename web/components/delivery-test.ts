import { useState } from 'preact/hooks';
import type { TestResult } from '../api/records.ts';
import type { Answered } from '../api/rest.ts';
import { common } from '../text/en/common.ts';
import { deliveryErrors } from '../text/en/delivery-errors.ts';
import { settings } from '../text/en/settings.ts';

const text = settings.channels;

export interface NoticeText {
  readonly kind: 'info' | 'good' | 'error';
  readonly text: string;
}

/** Sends a test to a channel or a webhook, and reports the result. */
export function useDeliveryTest(send: () => Promise<Answered<TestResult>>, reload: () => Promise<void>) {
  const [notice, setNotice] = useState<NoticeText>();
  const test = async () => {
    setNotice({ kind: 'info', text: text.testing });
    const reply = await send();
    if (!reply.ok) return setNotice({ kind: 'error', text: reply.error });
    const { delivered, error } = reply.data;
    setNotice(
      delivered
        ? { kind: 'good', text: text.delivered }
        : {
            kind: 'error',
            text: text.notDelivered(error === null ? common.unknown : deliveryErrors.reworded(error)),
          },
    );
    await reload();
  };
  return { notice, setNotice, test };
}
