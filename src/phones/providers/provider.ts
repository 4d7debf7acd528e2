import { type DeliveryResult, E164, type SafeRequest } from '../../notify/channels/index.ts';
import { InvalidValue } from '../../platform/config/values.ts';
import type { PageCall } from '../../platform/http/pages/page.ts';
import type { Language } from '../../platform/languages.ts';

/** What came of a request to the gateway. */
export interface GatewayResult {
  readonly result: DeliveryResult;
  /** False: the gateway failed, for whatever number. */
  readonly isGatewayWorking: boolean;
  /** The request cannot have cost anything. */
  readonly isFree: boolean;
}

export interface Sending {
  readonly request: SafeRequest;
  readonly allowPrivateTargets: boolean;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
}

interface Gateway {
  /** Where its requests go, for the check of the host. */
  urlFor(allowPrivateTargets: boolean): string;
}

export interface SmsGateway extends Gateway {
  /** People can answer with "1". */
  readonly takesReplies: boolean;
  /** `openHook` returns the address at which the gateway reports about this SMS. */
  sendSms(
    sms: { readonly to: string; readonly text: string; readonly openHook: () => Promise<string> },
    sending: Sending,
  ): Promise<GatewayResult>;
  /** Undefined: it neither reports nor takes replies. */
  readonly hooks?: GatewayHooks;
}

export interface VoiceGateway extends Gateway {
  /** At `hook` the gateway asks what to say; with `&event=status` it reports about the call. */
  placeCall(call: { readonly to: string; readonly hook: string }, sending: Sending): Promise<GatewayResult>;
  readonly hooks: GatewayHooks;
}

/** How the gateway's requests to docs/phones.md, "Hooks" read, and the replies to it. */
export interface GatewayHooks {
  /** Whether the gateway itself has sent the request to this address. */
  isGenuine(call: PageCall, url: string): boolean;
  /** An SMS from a person; the id is the same when it is sent again. */
  readReply(form: URLSearchParams): { readonly from: string; readonly id: string; readonly text: string };
  /** What came of an SMS: why it failed, or null if it was delivered; undefined while it is under way. */
  readSmsOutcome(form: URLSearchParams): string | null | undefined;
  readCall(form: URLSearchParams): CallReport;
  /** The body of the reply, in XML. */
  reply(instruction: Instruction): string;
}

export interface CallReport {
  readonly isMachine: boolean;
  readonly key: string | null;
  readonly hasEnded: boolean;
  /** Why nobody was reached; undefined for a call that was answered. */
  readonly failure: string | undefined;
}

/** What the gateway does next. */
export type Instruction =
  | { readonly do: 'nothing' | 'hang up' }
  | { readonly do: 'reply'; readonly text: string }
  | { readonly do: 'say' | 'say twice'; readonly text: string; readonly language: Language }
  /** Says the text twice, takes one key at any time, and posts it to `action`. */
  | {
      readonly do: 'ask';
      readonly text: string;
      readonly otherwise: string;
      readonly action: string;
      readonly language: Language;
    };

/** A row of the table of providers. `parse` functions throw InvalidValue with `forms`, those of all providers. */
export interface Provider {
  /** Its URL, for the operator. */
  readonly form: string;
  readonly sms?: (url: string, forms: string) => SmsGateway;
  readonly voice?: (url: string, forms: string) => VoiceGateway;
}

/** `decodeURIComponent` and not URLSearchParams: a plus sign begins a number. */
export function decoded(text: string, form: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new InvalidValue(`must be ${form}; the percent-encoding is malformed`);
  }
}

/** A name instead of a number, as SMS allows it: GSM 03.40 has room for 11 characters. */
const SENDER_NAME = /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/;

export function requireSender(from: string, form: string): void {
  if (!E164.test(from) && !SENDER_NAME.test(from))
    throw new InvalidValue(
      `must be ${form}; from must be a number such as +4930123456 or a name of 1 to 11 letters`,
    );
}

const XML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => XML[character] ?? character);
