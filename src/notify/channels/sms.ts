import { MINUTE_MS } from '../../platform/time.ts';
import type { SmsLine } from '../phones/phone-line.ts';
import { codeText, smsText } from '../phones/sms-text.ts';
import { CODE_LIFETIME_MS } from '../verification-code.ts';
import type { Channel } from './channel.ts';
import type { PhoneTarget } from './phone-target.ts';

/** docs/phones.md, "SMS". */
export const createSmsChannel = (line: SmsLine): Channel<PhoneTarget> => ({
  send: ({ number }, message, signal) =>
    line.send({ to: number, text: smsText(message, line.takesReplies), about: message }, signal),
  sendCode: ({ number }, { code, language, recipient }) => {
    const text = codeText(code, CODE_LIFETIME_MS / MINUTE_MS, language);
    const about = { recipient, fallIds: [], claimable: false, attempt: 1, reader: { language } };
    return line.send({ to: number, text, about });
  },
});
