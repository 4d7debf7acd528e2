import type { ChannelMessage, DeliveryResult } from '../notify/channels/index.ts';
import { createConcurrencyLimit } from '../platform/batching/concurrency-limit.ts';
import type { Database } from '../platform/database/database.ts';
import { isAway } from '../platform/database/errors.ts';
import type { Language } from '../platform/languages.ts';
import { hashOfSecretToken, newSecretToken } from '../platform/secret-token.ts';
import type { GatewayResult, Sending, SmsGateway, VoiceGateway } from './providers/provider.ts';
import type { PhonesConfig } from './settings.ts';
import { insertPhoneHook } from './store/hooks.ts';
import { countPhoneUse, giveBackPhoneUse, type PhoneKind, type PhoneLimits } from './store/uses.ts';

/** What a message or call is about. */
interface About extends Pick<ChannelMessage, 'recipient' | 'fallIds' | 'claimable' | 'attempt'> {
  /** Missing for a code. */
  readonly id?: string;
  readonly reader: { readonly language: Language };
}

export interface LineDeps extends Omit<Sending, 'signal'> {
  readonly db: Database;
  readonly publicUrl: () => string;
  readonly limits: PhoneLimits;
}

/** So many tries in a row must fail before the gateway counts as failing: a single one may be chance. */
const FAILURES = 3;
/** The outbox sends few at once; codes and tests come from people. */
const MAX_WAITING = 1_000;
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

  /** Counts one use for the person and sends, or says which limit forbids it. */
  protected async within(
    recipient: About['recipient'],
    send: () => Promise<GatewayResult>,
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
    } catch (error) {
      if (isAway(error)) return failed('the database is not available');
      throw error;
    }
  }

  /** The address at which the gateway asks and reports about this message or call. */
  protected async openHook(path: string, about: About, say: string | null): Promise<string> {
    const { db, publicUrl, now } = this.deps;
    const { id, recipient, fallIds, claimable, attempt, reader } = about;
    const token = newSecretToken(HOOK_TOKEN_BYTES);
    await insertPhoneHook(db, hashOfSecretToken(token), {
      kind: this.#kind,
      personId: recipient?.personId ?? '',
      channelId: recipient?.channelId ?? null,
      messageId: id ?? null,
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

export class SmsLine extends Line {
  readonly #gateway: SmsGateway;

  constructor(gateway: SmsGateway, deps: LineDeps) {
    super('sms', deps);
    this.#gateway = gateway;
  }

  get takesReplies(): boolean {
    return this.#gateway.takesReplies;
  }

  /** A gateway without hooks reports nothing. */
  get givesReceipts(): boolean {
    return this.#gateway.hooks !== undefined;
  }

  send(
    { to, text, about }: { readonly to: string; readonly text: string; readonly about: About },
    signal?: AbortSignal,
  ): Promise<DeliveryResult> {
    const openHook = () => this.openHook(SMS_HOOK, about, null);
    return this.within(about.recipient, () =>
      this.#gateway.sendSms({ to, text, openHook }, { ...this.deps, signal }),
    );
  }
}

export class CallLine extends Line {
  readonly #gateway: VoiceGateway;

  constructor(gateway: VoiceGateway, deps: LineDeps) {
    super('call', deps);
    this.#gateway = gateway;
  }

  call(
    { to, say, about }: { readonly to: string; readonly say: string; readonly about: About },
    signal?: AbortSignal,
  ): Promise<DeliveryResult> {
    return this.within(about.recipient, async () => {
      const hook = await this.openHook(VOICE_HOOK, about, say);
      const given = await this.#gateway.placeCall({ to, hook }, { ...this.deps, signal });
      return { ...given, result: { ...given.result, ...(given.result.delivered && { isPending: true }) } };
    });
  }
}

export const smsLimitsOf = ({
  smsPerPersonHour,
  smsPerHour,
}: Pick<PhonesConfig, 'smsPerPersonHour' | 'smsPerHour'>): PhoneLimits => ({
  perPerson: smsPerPersonHour,
  inAll: smsPerHour,
});
