import { type Language, LOCALES } from '../../platform/languages.ts';
import { escapeXml } from './template.ts';

// The answers to the gateway: https://www.twilio.com/docs/voice/twiml and /docs/messaging/twiml.

const KEY_TIMEOUT_SECONDS = 8;

const document = (...verbs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join('')}</Response>`;

const say = (text: string, language: Language): string =>
  `<Say language="${LOCALES[language]}">${escapeXml(text)}</Say>`;

const twice = (text: string, language: Language): string =>
  `${say(text, language)}<Pause length="1"/>${say(text, language)}`;

export const NOTHING = document();
export const HANG_UP = document('<Hangup/>');

export const messageReply = (text: string): string => document(`<Message>${escapeXml(text)}</Message>`);

export const sayOnce = (text: string, language: Language): string => document(say(text, language));

export const sayTwice = (text: string, language: Language): string => document(twice(text, language));

/** Says the text twice and takes one key at any time. */
export const askForKey = (
  { text, otherwise, action }: { readonly text: string; readonly otherwise: string; readonly action: string },
  language: Language,
): string =>
  document(
    `<Gather numDigits="1" timeout="${KEY_TIMEOUT_SECONDS}" method="POST" action="${escapeXml(action)}">`,
    twice(text, language),
    '</Gather>',
    say(otherwise, language),
  );
