import type { Channel, ChannelMessage, NumberTarget } from '../notify/channels/index.ts';
import type { CallLine } from './lines.ts';
import { oneLine, placedHeadline } from './sms-text.ts';
import { PHONES } from './texts.ts';

/** docs/phones.md, "Calls". */
export const createCallChannel = (line: CallLine): Channel<NumberTarget> => ({
  givesReceipts: true,
  send: ({ number }, message, signal) =>
    line.call({ to: number, say: spoken(message), about: message }, signal),
  sendCode: ({ number }, { code, language, recipient }) => {
    // Digit by digit: a voice would read a number of six digits as hundreds of thousands.
    const say = PHONES[language].call.code([...code].join(', '));
    return line.call({
      to: number,
      say,
      about: { recipient, fallIds: [], claimable: false, attempt: 1, reader: { language } },
    });
  },
});

function spoken(message: ChannelMessage): string {
  const { type, title, body, gathered, reader } = message;
  const { call } = PHONES[reader.language];
  // A sentence, which `alert` ends.
  if (type === 'test') return call.alert(oneLine(body).replace(/\.$/, ''));
  if (gathered === undefined) return call.alert(placedHeadline(message, reader.language));
  const [first] = gathered.falls;
  const headline = first === undefined ? title : placedHeadline({ ...first, title }, reader.language);
  return call.alert(oneLine(headline));
}
