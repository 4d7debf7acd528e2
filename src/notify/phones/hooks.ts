import type { Organisation } from '../../accounts/index.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { Page, PageCall, PageReply } from '../../platform/http/pages/page.ts';
import { hashOfSecretToken } from '../../platform/secret-token.ts';
import { HOUR_MS } from '../../platform/time.ts';
import type { NotifyMetrics } from '../metrics.ts';
import type { NotifyConfig } from '../settings.ts';
import {
  fallsToldTo,
  findPhoneHook,
  type PhoneHook,
  peopleWithNumber,
  recordPhoneOutcome,
  settlePhoneHook,
  usePhoneHook,
  usePhoneReply,
} from '../store/phone-hooks.ts';
import { countPhoneUse } from '../store/phone-uses.ts';
import { notifyTexts } from '../texts/index.ts';
import { PHONES } from '../texts/phones.ts';
import type { Once, PhoneAnswer, PhoneResponder, ToldFalls } from '../vocabulary.ts';
import type { TwilioGateway } from './gateways.ts';
import { SMS_HOOK, smsLimitsOf, VOICE_HOOK } from './phone-line.ts';
import { isSigned } from './twilio.ts';
import { askForKey, HANG_UP, messageReply, NOTHING, sayOnce, sayTwice } from './twiml.ts';

export interface PhoneHookDeps {
  readonly db: Database;
  readonly toldFalls: ToldFalls;
  readonly config: Pick<NotifyConfig, 'smsGateway' | 'voiceGateway' | 'smsPerPersonHour' | 'smsPerHour'>;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerWithId'>;
  readonly responder: PhoneResponder;
  readonly metrics: { readonly notify: Pick<NotifyMetrics, 'deliveryTried'> };
  readonly deliveries: {
    /** A person was told of a fall. */
    readonly recordDelivered: (delivery: { readonly fallId: string; readonly at: Date }) => void;
  };
  readonly now: () => number;
}

/** docs/phones.md, "Replies": how long after an SMS a reply claims its fall. */
const REPLY_MS = HOUR_MS;
/** A call is over long before. */
const HOOK_MS = HOUR_MS;
const TOKEN = /^[\w-]{22}$/;
const FAILED_CALLS: Readonly<Record<string, string>> = {
  busy: 'busy',
  'no-answer': 'no answer',
  failed: 'the call failed',
  canceled: 'the call was cancelled',
};
const ANSWERING_MACHINE = 'an answering machine answered';
const MACHINE = /^(?:machine|fax)/;

const reply = (xml: string): PageReply => ({ status: 200, xml });

/** docs/phones.md, "Hooks": the gateway calls these, without a session. Its signature proves who it is. */
export function phoneHooks(deps: PhoneHookDeps): readonly Page[] {
  const { smsGateway, voiceGateway } = deps.config;
  const sms = smsGateway?.type === 'twilio' ? smsGateway : undefined;
  const hook = (
    path: string,
    gateway: TwilioGateway | undefined,
    handle: (call: PageCall, token: string | null) => Promise<PageReply>,
  ): Page => ({
    method: 'POST',
    path,
    limit: 'urgent',
    isHook: true,
    async handle(call) {
      const { query, twilioSignature } = call.head;
      const url = `${deps.publicUrl()}${path}${query === '' ? '' : `?${query}`}`;
      if (gateway === undefined || !isSigned(gateway.authToken, url, call.form, twilioSignature))
        throw new Forbidden('The signature is missing or wrong', { code: 'SIGNATURE_WRONG' });
      return handle(call, new URLSearchParams(query).get('t'));
    },
  });
  return [
    hook(SMS_HOOK, sms, (call, token) =>
      token === null ? smsReply(deps, call) : smsStatus(deps, call, token),
    ),
    hook(VOICE_HOOK, voiceGateway, async (call, token) =>
      token === null ? reply(NOTHING) : voice(deps, call, token),
    ),
  ];
}

/** An SMS from a person. Numbers that no one has confirmed have no effect. */
async function smsReply(deps: PhoneHookDeps, { form, record }: PageCall): Promise<PageReply> {
  const { db, toldFalls, config, organisation, responder, now } = deps;
  const at = new Date(now());
  const number = form.get('From') ?? '';
  const id = form.get('MessageSid') ?? '';
  const people = await peopleWithNumber(db, number);
  const [anyone] = people;
  if (anyone === undefined || id === '' || id.length > 64) return reply(NOTHING);
  const once: Once = (q, time) => usePhoneReply(q, id, time);
  const wantsToGo = form.get('Body')?.trim() === '1';
  const told = wantsToGo ? await fallsToldTo(db, toldFalls, number, new Date(at.getTime() - REPLY_MS)) : [];
  const answer = await responder.claimNewest(told, once);
  if (answer?.is === 'used' || (answer?.is !== 'claimed' && !(await once(db, at)))) return reply(NOTHING);
  if (answer?.is === 'claimed')
    record({
      action: 'response.claimed',
      message: 'Claimed a fall by SMS',
      actorId: answer.personId,
      subjectId: answer.patientId,
    });
  const personId = answer?.personId ?? anyone;
  // Also counted: two machines that answer each other must not go on for ever.
  const counted = await countPhoneUse(db, { kind: 'sms', personId, at }, smsLimitsOf(config));
  if ('exceeded' in counted) return reply(NOTHING);
  const { language } = await organisation.readerWithId(personId);
  return reply(messageReply(answer === undefined ? PHONES[language].sms.help : wordsFor(answer, language)));
}

/** What came of an SMS after the gateway had accepted it. */
async function smsStatus(deps: PhoneHookDeps, { form }: PageCall, token: string): Promise<PageReply> {
  const status = form.get('MessageStatus') ?? '';
  const found = await openHook(deps, token, 'sms');
  if (found === undefined) return reply(NOTHING);
  const code = /^\d{5}$/.exec(form.get('ErrorCode') ?? '')?.[0];
  if (status === 'failed' || status === 'undelivered')
    await settle(deps, found, `the SMS was not delivered${code === undefined ? '' : `: error ${code}`}`);
  else if (status === 'delivered') await settlePhoneHook(deps.db, found.hash, new Date(deps.now()));
  return reply(NOTHING);
}

async function voice(deps: PhoneHookDeps, call: PageCall, token: string): Promise<PageReply> {
  const { form, head } = call;
  const found = await openHook(deps, token, 'call');
  if (found === undefined) return reply(HANG_UP);
  const event = new URLSearchParams(head.query).get('event');
  const isMachine = MACHINE.test(form.get('AnsweredBy') ?? '');
  if (event === 'status') {
    const status = form.get('CallStatus') ?? '';
    const failure = isMachine ? ANSWERING_MACHINE : FAILED_CALLS[status];
    if (failure !== undefined) await settle(deps, found, failure);
    else if (status === 'completed') await settle(deps, found, 'the call ended before the message was read');
    return reply(NOTHING);
  }
  if (isMachine) {
    await settle(deps, found, ANSWERING_MACHINE);
    return reply(HANG_UP);
  }
  if (event === 'key') return key(deps, call, found, token);
  await settle(deps, found, null);
  return reply(await announcement(deps, found, token));
}

interface FoundHook {
  readonly hash: Buffer;
  readonly hook: PhoneHook & { readonly usedAt: Date | null };
}

async function openHook(
  { db, now }: PhoneHookDeps,
  token: string,
  kind: PhoneHook['kind'],
): Promise<FoundHook | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const hash = hashOfSecretToken(token);
  const hook = await findPhoneHook(db, hash, kind, new Date(now() - HOOK_MS));
  return hook && { hash, hook };
}

/** Records what came of it; reports after the first change nothing. */
async function settle(deps: PhoneHookDeps, { hash, hook }: FoundHook, error: string | null): Promise<void> {
  const at = new Date(deps.now());
  const isFirst = await deps.db.transaction(async (q) => {
    if (!(await settlePhoneHook(q, hash, at))) return false;
    await recordPhoneOutcome(q, deps.toldFalls, hook, error, at);
    return true;
  });
  if (isFirst) countOutcome(deps, hook, error, at);
}

function countOutcome(
  { metrics, deliveries }: Pick<PhoneHookDeps, 'metrics' | 'deliveries'>,
  { kind, attempt, createdAt, fallIds }: PhoneHook,
  error: string | null,
  at: Date,
): void {
  metrics.notify.deliveryTried(
    kind,
    error === null,
    attempt,
    Math.max(0, at.getTime() - createdAt.getTime()),
  );
  if (error === null) for (const fallId of fallIds) deliveries.recordDelivered({ fallId, at });
}

/** What the person hears first: the alert as it stands now, a code, or a test. */
async function announcement(deps: PhoneHookDeps, { hook }: FoundHook, token: string): Promise<string> {
  const { fallIds, personId, claimable, language, say, usedAt } = hook;
  const [fallId] = fallIds;
  if (fallId === undefined) return sayTwice(say ?? '', language);
  const { call, answers } = PHONES[language];
  const standing = await deps.responder.standing(fallId, personId);
  const isOver = standing.is === 'resolved' || standing.is === 'refused';
  if (!claimable && !isOver) return sayTwice(say ?? '', language);
  if (standing.is !== 'open') return sayOnce(wordsFor(standing, language), language);
  if (usedAt !== null) return sayOnce(answers.used, language);
  const text = `${say ?? ''} ${call.menu(standing.patientName)}`;
  const action = `${deps.publicUrl()}${VOICE_HOOK}?t=${token}&event=key`;
  return askForKey({ text, otherwise: call.nothingPressed, action }, language);
}

/** 1 takes over, 2 passes on; any other key asks again. */
async function key(
  deps: PhoneHookDeps,
  { form, record }: PageCall,
  found: FoundHook,
  token: string,
): Promise<PageReply> {
  const { hash, hook } = found;
  const { fallIds, personId, claimable, language } = hook;
  const [fallId] = fallIds;
  const digit = form.get('Digits');
  if (fallId === undefined || !claimable || (digit !== '1' && digit !== '2'))
    return reply(await announcement(deps, found, token));
  const once: Once = (q, at) => usePhoneHook(q, hash, at);
  const answer =
    digit === '1'
      ? await deps.responder.claim(fallId, personId, once)
      : await deps.responder.pass(fallIds, personId, once);
  if (answer.is === 'claimed' || answer.is === 'passed' || answer.is === 'declined')
    record({
      action: `response.${answer.is}`,
      message: DONE_BY_PHONE[answer.is],
      actorId: personId,
      ...(answer.patientId !== undefined && { subjectId: answer.patientId }),
    });
  // Also an answer that had no effect is not to be used again.
  else if (answer.is !== 'used') await usePhoneHook(deps.db, hash, new Date(deps.now()));
  return reply(sayOnce(wordsFor(answer, language), language));
}

const DONE_BY_PHONE = {
  claimed: 'Claimed a fall by phone',
  passed: 'Passed a fall on by phone',
  declined: 'Declined a hand-off by phone',
} as const;

function wordsFor(answer: PhoneAnswer, language: PhoneHook['language']): string {
  const { answers } = PHONES[language];
  switch (answer.is) {
    case 'open':
    case 'claimed': {
      const { patientName, patientRoom } = answer;
      const { inRoom } = notifyTexts(language).headlines;
      return answers.claimed(patientRoom === null ? patientName : inRoom(patientName, patientRoom));
    }
    case 'held':
      return answers.held(answer.holderName, answer.patientName);
    default:
      return answers[answer.is];
  }
}
