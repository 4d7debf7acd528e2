import { createHmac, timingSafeEqual } from 'node:crypto';
import { type DeliveryResult, E164, httpResult, type PostOutcome } from '../../notify/channels/index.ts';
import { InvalidValue } from '../../platform/config/values.ts';
import type { PageCall } from '../../platform/http/pages/page.ts';
import { type Language, LOCALES } from '../../platform/languages.ts';
import { isPrivateHost } from '../../platform/public-address.ts';
import {
  type CallReport,
  decoded,
  escapeXml,
  type GatewayHooks,
  type GatewayResult,
  type Instruction,
  type Provider,
  requireSender,
  type Sending,
  type SmsGateway,
  type VoiceGateway,
} from './provider.ts';

const FORM = 'twilio://SID:TOKEN@host?from=+49…';
const TWILIO_URL = /^twilio:\/\/([^:@/?#]+):([^:@/?#]+)@([^/?#]*)\/?\?from=([^&]+)$/;
const HOST = 'api.twilio.com';
const RING_SECONDS = 25;

interface Account {
  readonly sid: string;
  /** Also the key of the signatures of its requests to us. */
  readonly token: string;
  /** With a port where one is given. */
  readonly host: string;
  readonly from: string;
}

/** Twilio, and providers with the same REST interface. */
export const twilio: Provider = {
  form: FORM,
  sms(url, forms) {
    const account = accountIn(url, forms);
    requireSender(account.from, FORM);
    return new TwilioGateway(account);
  },
  voice(url, forms) {
    const account = accountIn(url, forms);
    if (!E164.test(account.from))
      throw new InvalidValue(`must be ${FORM}; from must be a number such as +4930123456`);
    return new TwilioGateway(account);
  },
};

function accountIn(url: string, forms: string): Account {
  const [, sid, token, host = '', from] = TWILIO_URL.exec(url) ?? [];
  if (sid === undefined || token === undefined || from === undefined) throw new InvalidValue(forms);
  if (!/^\w{1,64}$/.test(sid)) throw new InvalidValue(`${forms}; the SID has letters and digits only`);
  if (host !== '' && !URL.canParse(`https://${host}`))
    throw new InvalidValue(`${forms}; the host is malformed`);
  return { sid, token: decoded(token, FORM), host: host || HOST, from: decoded(from, FORM) };
}

class TwilioGateway implements SmsGateway, VoiceGateway {
  readonly #account: Account;
  readonly hooks: GatewayHooks;

  constructor(account: Account) {
    this.#account = account;
    this.hooks = {
      isGenuine: ({ head, form }: PageCall, url) =>
        isSigned(account.token, url, form, head.signatures?.get('x-twilio-signature') ?? ''),
      readReply,
      readSmsOutcome,
      readCall,
      reply,
    };
  }

  get takesReplies(): boolean {
    return E164.test(this.#account.from);
  }

  /** https, or http to a host inside the operator's own network where that is permitted. */
  urlFor(allowPrivateTargets: boolean): string {
    const { host } = this.#account;
    const isPlain = allowPrivateTargets && isPrivateHost(new URL(`https://${host}`));
    return `${isPlain ? 'http' : 'https'}://${host}`;
  }

  async sendSms({ to, text, openHook }: Parameters<SmsGateway['sendSms']>[0], sending: Sending) {
    return this.#post('Messages', { To: to, Body: text, StatusCallback: await openHook() }, sending);
  }

  async placeCall({ to, hook }: Parameters<VoiceGateway['placeCall']>[0], sending: Sending) {
    const fields = {
      To: to,
      Url: hook,
      Method: 'POST',
      StatusCallback: `${hook}&event=status`,
      StatusCallbackMethod: 'POST',
      // An answering machine cannot go: the hook hangs up on it.
      MachineDetection: 'Enable',
      Timeout: String(RING_SECONDS),
    };
    return this.#post('Calls', fields, sending);
  }

  /** A form, with Basic authentication. */
  async #post(
    resource: 'Messages' | 'Calls',
    fields: Readonly<Record<string, string>>,
    { request, allowPrivateTargets, now, signal }: Sending,
  ): Promise<GatewayResult> {
    const { sid, token, from } = this.#account;
    const post = {
      url: `${this.urlFor(allowPrivateTargets)}/2010-04-01/Accounts/${sid}/${resource}.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'Vigil',
      },
      body: new URLSearchParams({ From: from, ...fields }).toString(),
      readsBody: true,
    } as const;
    return twilioResult(await request.post(post, signal), now());
  }
}

/** Errors about the number: the gateway itself works. https://www.twilio.com/docs/api/errors */
const ABOUT_THE_NUMBER: ReadonlyMap<number, string> = new Map([
  [13224, 'the number is not valid'],
  [21211, 'the number is not valid'],
  [21214, 'the number cannot be reached'],
  [21217, 'the number is not valid'],
  [21408, 'the gateway does not permit this region'],
  [21610, 'the recipient has unsubscribed with STOP'],
  [21612, 'the number cannot be reached'],
  [21614, 'the number is not a mobile number'],
]);
/** No retry helps until the person acts: the channel is disabled. */
const GONE: ReadonlySet<number> = new Set([13224, 21211, 21217, 21610, 21614]);

export function twilioResult(outcome: PostOutcome, now: number): GatewayResult {
  const result: DeliveryResult = httpResult(outcome, now);
  if ('error' in outcome) return { result, isGatewayWorking: false, isFree: outcome.unsent === true };
  const code = errorCodeIn(outcome.body);
  const reason = code === undefined ? undefined : ABOUT_THE_NUMBER.get(code);
  if (result.delivered || code === undefined)
    return { result, isGatewayWorking: result.delivered, isFree: !result.delivered };
  const error = `${result.error}: error ${code}${reason === undefined ? '' : `, ${reason}`}`;
  return {
    result: { ...result, error, ...(GONE.has(code) && { gone: true, final: true }) },
    isGatewayWorking: reason !== undefined,
    isFree: true,
  };
}

function errorCodeIn(body: string | undefined): number | undefined {
  try {
    const { code } = (JSON.parse(body ?? '') ?? {}) as { readonly code?: unknown };
    return typeof code === 'number' && Number.isInteger(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** https://www.twilio.com/docs/usage/security: the URL, then names and values of the form in the order of the names. */
function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = fields.reduce((text, [name, value]) => text + name + value, url);
  return createHmac('sha1', token).update(signed, 'utf8').digest('base64');
}

/** Some servers sign the URL with its default port, others without. */
function spellings(url: string): readonly string[] {
  const [, scheme, host = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  if (scheme === undefined) return [url];
  const port = scheme === 'https' ? ':443' : ':80';
  const other = host.endsWith(port)
    ? host.slice(0, -port.length)
    : /:\d+$/.test(host)
      ? host
      : `${host}${port}`;
  return [url, `${scheme}://${other}${rest}`];
}

export const isSigned = (token: string, url: string, form: URLSearchParams, given: string): boolean =>
  spellings(url).some((spelling) => {
    const [expected, received] = [Buffer.from(signatureOf(token, spelling, form)), Buffer.from(given)];
    return expected.length === received.length && timingSafeEqual(expected, received);
  });

const readReply = (form: URLSearchParams) => ({
  from: form.get('From') ?? '',
  id: form.get('MessageSid') ?? '',
  text: form.get('Body') ?? '',
});

function readSmsOutcome(form: URLSearchParams): string | null | undefined {
  const status = form.get('MessageStatus');
  if (status === 'delivered') return null;
  if (status !== 'failed' && status !== 'undelivered') return undefined;
  const code = /^\d{5}$/.exec(form.get('ErrorCode') ?? '')?.[0];
  return `the SMS was not delivered${code === undefined ? '' : `: error ${code}`}`;
}

const FAILED_CALLS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no answer',
  failed: 'the call failed',
  canceled: 'the call was cancelled',
};

const readCall = (form: URLSearchParams): CallReport => {
  const status = form.get('CallStatus') ?? '';
  return {
    isMachine: /^(?:machine|fax)/.test(form.get('AnsweredBy') ?? ''),
    key: form.get('Digits'),
    hasEnded: status === 'completed',
    failure: FAILED_CALLS[status],
  };
};

const KEY_TIMEOUT_SECONDS = 8;

/** TwiML: https://www.twilio.com/docs/voice/twiml and /docs/messaging/twiml. */
export const reply = (instruction: Instruction): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbsOf(instruction)}</Response>`;

function verbsOf(instruction: Instruction): string {
  switch (instruction.do) {
    case 'nothing':
      return '';
    case 'hang up':
      return '<Hangup/>';
    case 'reply':
      return `<Message>${escapeXml(instruction.text)}</Message>`;
    case 'say':
      return say(instruction.text, instruction.language);
    case 'say twice':
      return twice(instruction.text, instruction.language);
    case 'ask': {
      const { text, otherwise, action, language } = instruction;
      return `<Gather numDigits="1" timeout="${KEY_TIMEOUT_SECONDS}" method="POST" action="${escapeXml(action)}">${twice(text, language)}</Gather>${say(otherwise, language)}`;
    }
  }
}

const say = (text: string, language: Language): string =>
  `<Say language="${LOCALES[language]}">${escapeXml(text)}</Say>`;

const twice = (text: string, language: Language): string =>
  `${say(text, language)}<Pause length="1"/>${say(text, language)}`;
