import Type from 'typebox';
import type { HookDescription } from '../platform/http/openapi/hook.ts';
import { oneOf, optional, record, string } from '../platform/schema/primitives.ts';
import { SMS_HOOK, VOICE_HOOK } from './lines.ts';

const token = optional(
  string(
    'Secret of the message or call, in the address that Vigil has sent to the gateway',
    'b0dyKx3vQmW9sT7rLpZ2aQ',
  ),
);

const SmsForm = record(
  'SmsHookForm',
  'Incoming SMS, or the status of a sent one. Vigil ignores other fields.',
  {
    From: optional(string('Number of the sender', '+4917112345678')),
    Body: optional(string('Text of the reply; "1" claims the newest fall', '1')),
    MessageSid: optional(
      string('ID of the message: a reply works once', 'SM0123456789abcdef0123456789abcdef'),
    ),
    MessageStatus: optional(string('With `t`: `delivered`, `undelivered` or `failed`', 'delivered')),
    ErrorCode: optional(string('Reason of a failed message, five digits', '30003')),
  },
);

const VoiceForm = record('VoiceHookForm', 'State of a call. Vigil ignores other fields.', {
  Digits: optional(string('With `event=key`: 1 takes over, 2 passes on', '1')),
  AnsweredBy: optional(string('Who answered: `human`, `machine_start`, `fax`', 'human')),
  CallStatus: optional(
    string('With `event=status`: `completed`, `busy`, `no-answer`, `failed`, `canceled`', 'completed'),
  ),
});

const SIGNATURE = {
  name: 'X-Twilio-Signature',
  description:
    'Base64 of the HMAC-SHA1 over the public address with its query, followed by the fields of the form, sorted by name. The key is the token of the gateway (`SMS_GATEWAY_URL`, `VOICE_GATEWAY_URL`).',
};

const TWIML = { mediaType: 'text/xml', description: 'TwiML: what the gateway says or sends' };

const below = (path: string): string => path.replace(/^\/api/, '');

/** docs/phones.md, "Hooks", as the OpenAPI document shows them: with the fields of Twilio, which other providers copy. */
export const PHONE_HOOKS: readonly HookDescription[] = [
  {
    operation: 'smsHook',
    path: below(SMS_HOOK),
    limit: 'urgent',
    summary: 'Takes replies to SMS, and the status of sent SMS, from the SMS gateway',
    query: Type.Object({ t: token }),
    form: SmsForm,
    reply: TWIML,
    signature: SIGNATURE,
  },
  {
    operation: 'voiceHook',
    path: below(VOICE_HOOK),
    limit: 'urgent',
    summary: 'Tells the voice gateway what to say, and takes keys and the status of calls from it',
    query: Type.Object({
      t: token,
      event: optional(
        oneOf(['key', 'status'], 'A pressed key or the status of the call; the start of the call without it'),
      ),
    }),
    form: VoiceForm,
    reply: TWIML,
    signature: SIGNATURE,
  },
];
