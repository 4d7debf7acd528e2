import { type Channel, CODE_LIFETIME_MS, type NumberTarget } from '../notify/channels/index.ts';
import { MINUTE_MS } from '../platform/time.ts';
import type { SmsLine } from './lines.ts';
import { codeText, smsText } from './sms-text.ts';

/** docs/phones.md, "SMS". */
export const createSmsChannel = (line: SmsLine): Channel<NumberTarget> => ({
  givesReceipts: line.givesReceipts,
  send: ({ number }, message, signal) =>
    line.send({ to: number, text: smsText(message, line.takesReplies), about: message }, signal),
  sendCode: ({ number }, { code, language, recipient }) => {
    const text = codeText(code, CODE_LIFETIME_MS / MINUTE_MS, language);
    const about = { recipient, fallIds: [], claimable: false, attempt: 1, reader: { language } };
    return line.send({ to: number, text, about });
  },
});
