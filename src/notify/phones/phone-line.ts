import { createConcurrencyLimit } from '../../platform/batching/concurrency-limit.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Language } from '../../platform/languages.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { type ChannelMessage, type DeliveryResult, httpResult } from '../channels/channel.ts';
import type { SafeRequest } from '../channels/safe-request.ts';
import type { NotifyConfig } from '../settings.ts';
import { insertPhoneHook } from '../store/phone-hooks.ts';
import { countPhoneUse, giveBackPhoneUse, type PhoneKind, type PhoneLimits } from '../store/phone-uses.ts';
import type { SmsGateway, TwilioGateway } from './gateways.ts';
import { E164 } from './gateways.ts';
import { templatePost } from './template.ts';
import { twilioPost, twilioResult } from './twilio.ts';

/** What a message or call is about. */
interface About extends Pick<ChannelMessage, 'recipient' | 'fallIds' | 'claimable' | 'attempt'> {
  readonly reader: { readonly language: Language };
}

export interface SmsLine {
  /** People can answer with "1". */
  readonly takesReplies: boolean;
  send(
    sms: { readonly to: string; readonly text: string; readonly about: About },
    signal?: AbortSignal,
  ): Promise<DeliveryResult>;
}

export interface CallLine {
  call(
    call: { readonly to: string; readonly say: string; readonly about: About },
    signal?: AbortSignal,
  ): Promise<DeliveryResult>;
}

/** Undefined where the operator has not configured a gateway. */
export interface Phones {
  readonly sms: SmsLine | undefined;
  readonly call: CallLine | undefined;
}

export interface LineDeps {
  readonly db: Database;
  readonly request: SafeRequest;
  readonly allowPrivateTargets: boolean;
  readonly publicUrl: () => string;
  readonly limits: PhoneLimits;
  readonly now: () => number;
}

/** So many tries in a row must fail before the gateway counts as failing: a single one may be chance. */
const FAILURES = 3;
/** The outbox sends few at once; codes and tests come from people. */
const MAX_WAITING = 1_000;
const RING_SECONDS = 25;
const HOOK_TOKEN_BYTES = 16;

const failed = (error: string, final = false): DeliveryResult => ({
  delivered: false,
  status: null,
  error,
  final,
});

/** The part that SMS and calls share: limits, hooks, and whether the gateway works. */
abstract class Line {
  protected readonly deps: LineDeps;
  readonly #kind: PhoneKind;
  #failuresInRow = 0;
  /** Counting locks the uses of all instances: a burst would wait with every connection of the pool. */
  readonly #counting = createConcurrencyLimit({
    count: 1,
    maxWaiting: MAX_WAITING,
    refusal: 'too many messages wait to be counted',
  });

  constructor(kind: PhoneKind, deps: LineDeps) {
    this.#kind = kind;
    this.deps = deps;
  }

  isFailing(): boolean {
    return this.#failuresInRow >= FAILURES;
  }

  /** Counts one use for the person and sends, or says which limit forbids it. Never throws. */
  protected async within(
    recipient: About['recipient'],
    send: () => Promise<ReturnType<typeof twilioResult>>,
  ): Promise<DeliveryResult> {
    if (recipient === null) return failed('there is no recipient', true);
    const { db, limits, now } = this.deps;
    try {
      const use = { kind: this.#kind, personId: recipient.personId, at: new Date(now()) };
      const counted = await this.#counting(() => countPhoneUse(db, use, limits));
      if ('exceeded' in counted) return failed(this.#limitReached(counted.exceeded), true);
      const { result, isGatewayWorking, isFree } = await send();
      this.#failuresInRow = isGatewayWorking ? 0 : this.#failuresInRow + 1;
      if (isFree) await giveBackPhoneUse(db, counted.id);
      return result;
    } catch {
      return failed('the database is not available');
    }
  }

  /** The address at which the gateway asks and reports about this message or call. */
  protected async openHook(path: string, about: About, say: string | null): Promise<string> {
    const { db, publicUrl, now } = this.deps;
    const { recipient, fallIds, claimable, attempt, reader } = about;
    const token = newSecretToken(HOOK_TOKEN_BYTES);
    await insertPhoneHook(db, hashOfSecretToken(token), {
      kind: this.#kind,
      personId: recipient?.personId ?? '',
      channelId: recipient?.channelId ?? null,
      fallIds,
      claimable,
      attempt,
      say,
      language: reader.language,
      createdAt: new Date(now()),
    });
    return `${publicUrl()}${path}?t=${token}`;
  }

  #limitReached(limit: keyof PhoneLimits): string {
    const what = this.#kind === 'sms' ? 'SMS' : 'calls';
    return limit === 'perPerson'
      ? `the limit of ${this.deps.limits.perPerson} ${what} an hour to a person is reached`
      : `the limit of ${this.deps.limits.inAll} ${what} an hour is reached`;
  }
}

export const SMS_HOOK = '/api/hooks/sms';
export const VOICE_HOOK = '/api/hooks/voice';

export class SmsGatewayLine extends Line implements SmsLine {
  readonly #gateway: SmsGateway;

  constructor(gateway: SmsGateway, deps: LineDeps) {
    super('sms', deps);
    this.#gateway = gateway;
  }

  get takesReplies(): boolean {
    return this.#gateway.type === 'twilio' && E164.test(this.#gateway.from);
  }

  send({ to, text, about }: Parameters<SmsLine['send']>[0], signal?: AbortSignal): Promise<DeliveryResult> {
    const { request, allowPrivateTargets, now } = this.deps;
    const gateway = this.#gateway;
    return this.within(about.recipient, async () => {
      if (gateway.type === 'template') {
        const outcome = await request.post(templatePost(gateway, { to, text }), signal);
        const result = httpResult(outcome, now());
        const isFree = 'error' in outcome ? outcome.unsent === true : !result.delivered;
        return { result, isGatewayWorking: result.delivered, isFree };
      }
      const fields = {
        To: to,
        From: gateway.from,
        Body: text,
        StatusCallback: await this.openHook(SMS_HOOK, about, null),
      };
      const post = twilioPost(gateway, 'Messages', fields, allowPrivateTargets);
      return twilioResult(await request.post(post, signal), now());
    });
  }
}

export class VoiceGatewayLine extends Line implements CallLine {
  readonly #gateway: TwilioGateway;

  constructor(gateway: TwilioGateway, deps: LineDeps) {
    super('call', deps);
    this.#gateway = gateway;
  }

  call({ to, say, about }: Parameters<CallLine['call']>[0], signal?: AbortSignal): Promise<DeliveryResult> {
    const { request, allowPrivateTargets, now } = this.deps;
    const gateway = this.#gateway;
    return this.within(about.recipient, async () => {
      const hook = await this.openHook(VOICE_HOOK, about, say);
      const fields = {
        To: to,
        From: gateway.from,
        Url: hook,
        Method: 'POST',
        StatusCallback: `${hook}&event=status`,
        StatusCallbackMethod: 'POST',
        // An answering machine cannot go: the hook hangs up on it.
        MachineDetection: 'Enable',
        Timeout: String(RING_SECONDS),
      };
      const post = twilioPost(gateway, 'Calls', fields, allowPrivateTargets);
      const given = twilioResult(await request.post(post, signal), now());
      return { ...given, result: { ...given.result, ...(given.result.delivered && { isPending: true }) } };
    });
  }
}

export const smsLimitsOf = ({
  smsPerPersonHour,
  smsPerHour,
}: Pick<NotifyConfig, 'smsPerPersonHour' | 'smsPerHour'>): PhoneLimits => ({
  perPerson: smsPerPersonHour,
  inAll: smsPerHour,
});
