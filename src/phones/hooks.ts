import type { Organisation } from '../accounts/index.ts';
import { fallsSentTo, peopleWithNumber } from '../notify/channels/index.ts';
import { notifyTexts } from '../notify/texts/index.ts';
import type { NotifiedFalls } from '../notify/vocabulary.ts';
import type { Database } from '../platform/database/database.ts';
import { Forbidden } from '../platform/errors.ts';
import type { Page, PageCall } from '../platform/http/pages/page.ts';
import { hashOfSecretToken } from '../platform/secret-token.ts';
import { DAY_MS, HOUR_MS } from '../platform/time.ts';
import type { CallWatchDeps } from './call-watch.ts';
import { SMS_HOOK, smsLimitsOf, VOICE_HOOK } from './lines.ts';
import type { GatewayHooks, Instruction } from './providers/provider.ts';
import { type MarkUsed, type PhoneAnswer, PhoneResponder, type ResponderDeps } from './responder.ts';
import type { PhonesConfig } from './settings.ts';
import {
  findPhoneHook,
  type PhoneHook,
  recordPhoneOutcome,
  settlePhoneHook,
  usePhoneHook,
  usePhoneReply,
} from './store/hooks.ts';
import { countPhoneUse } from './store/uses.ts';
import { PHONES } from './texts.ts';

export interface PhoneHookDeps extends ResponderDeps {
  readonly db: Database;
  readonly notifiedFalls: NotifiedFalls;
  readonly config: PhonesConfig;
  readonly publicUrl: () => string;
  readonly organisation: Pick<Organisation, 'readerWithId'>;
  readonly metrics: CallWatchDeps['metrics'];
  readonly deliveries: {
    /** A person was notified of a fall. */
    readonly recordDelivered: (delivery: { readonly fallId: string; readonly at: Date }) => void;
  };
  readonly now: () => number;
}

/** docs/phones.md, "Replies": how long after an SMS a reply claims its fall. */
const REPLY_MS = HOUR_MS;
/** A call is over long before; a gateway tries for hours to deliver an SMS to a phone that is off. */
const HOOK_MS = { call: HOUR_MS, sms: DAY_MS } as const;
const TOKEN = /^[\w-]{22}$/;
const ANSWERING_MACHINE = 'an answering machine answered';
const NOTHING: Instruction = { do: 'nothing' };
const HANG_UP: Instruction = { do: 'hang up' };

/** A request of the gateway that is genuine. */
interface HookCall extends PageCall {
  readonly gateway: GatewayHooks;
  readonly responder: PhoneResponder;
}

/** docs/phones.md, "Hooks": the gateway calls these, without a session. Its signature proves who it is. */
export function phoneHooks(deps: PhoneHookDeps): readonly Page[] {
  const { smsGateway, voiceGateway } = deps.config;
  const responder = new PhoneResponder(deps);
  const hook = (
    path: string,
    gateway: GatewayHooks | undefined,
    handle: (call: HookCall, token: string | null) => Promise<Instruction>,
  ): Page => ({
    method: 'POST',
    path,
    limit: 'urgent',
    isHook: true,
    async handle(call) {
      const { query } = call.head;
      const url = `${deps.publicUrl()}${path}${query === '' ? '' : `?${query}`}`;
      if (!gateway?.isGenuine(call, url))
        throw new Forbidden('The signature is missing or wrong', { code: 'SIGNATURE_WRONG' });
      const token = new URLSearchParams(query).get('t');
      return { status: 200, xml: gateway.reply(await handle({ ...call, gateway, responder }, token)) };
    },
  });
  return [
    hook(SMS_HOOK, smsGateway?.hooks, (call, token) =>
      token === null ? smsReply(deps, call) : smsStatus(deps, call, token),
    ),
    hook(VOICE_HOOK, voiceGateway?.hooks, async (call, token) =>
      token === null ? NOTHING : voice(deps, call, token),
    ),
  ];
}

/** An SMS from a person. Numbers that no one has confirmed have no effect. */
async function smsReply(
  deps: PhoneHookDeps,
  { form, record, gateway, responder }: HookCall,
): Promise<Instruction> {
  const { db, notifiedFalls, config, organisation, now } = deps;
  const at = new Date(now());
  const { from: number, id, text } = gateway.readReply(form);
  const people = await peopleWithNumber(db, number);
  const [anyone] = people;
  if (anyone === undefined || id === '' || id.length > 64) return NOTHING;
  const markUsed: MarkUsed = (q, time) => usePhoneReply(q, id, time);
  const wantsToGo = text.trim() === '1';
  const notified = wantsToGo
    ? await fallsSentTo(db, notifiedFalls, number, new Date(at.getTime() - REPLY_MS))
    : [];
  const answer = await responder.claimNewest(notified, markUsed);
  if (answer?.is === 'used' || (answer?.is !== 'claimed' && !(await markUsed(db, at)))) return NOTHING;
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
  if ('exceeded' in counted) return NOTHING;
  const { language } = await organisation.readerWithId(personId);
  return {
    do: 'reply',
    text: answer === undefined ? PHONES[language].sms.help : wordsFor(answer, language),
  };
}

/** What came of an SMS after the gateway had accepted it. */
async function smsStatus(
  deps: PhoneHookDeps,
  { form, gateway }: HookCall,
  token: string,
): Promise<Instruction> {
  const found = await openHook(deps, token, 'sms');
  const error = found && gateway.readSmsOutcome(form);
  if (found === undefined || error === undefined) return NOTHING;
  await settle(deps, found, error);
  return NOTHING;
}

async function voice(deps: PhoneHookDeps, call: HookCall, token: string): Promise<Instruction> {
  const { form, head, gateway, responder } = call;
  const found = await openHook(deps, token, 'call');
  if (found === undefined) return HANG_UP;
  const event = new URLSearchParams(head.query).get('event');
  const { isMachine, hasEnded, failure, key } = gateway.readCall(form);
  if (event === 'status') {
    const error = isMachine ? ANSWERING_MACHINE : failure;
    if (error !== undefined) await settle(deps, found, error);
    else if (hasEnded) await settle(deps, found, 'the call ended before the message was read');
    return NOTHING;
  }
  if (isMachine) {
    await settle(deps, found, ANSWERING_MACHINE);
    return HANG_UP;
  }
  if (event === 'key') return pressed(deps, call, found, token, key);
  await settle(deps, found, null);
  return announcement(deps, responder, found, token);
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
  const hook = await findPhoneHook(db, hash, kind, new Date(now() - HOOK_MS[kind]));
  return hook && { hash, hook };
}

/** Records what came of it; reports after the first change nothing. */
async function settle(deps: PhoneHookDeps, { hash, hook }: FoundHook, error: string | null): Promise<void> {
  const at = new Date(deps.now());
  const isFirst = await deps.db.transaction(async (q) => {
    if (!(await settlePhoneHook(q, hash, at))) return false;
    await recordPhoneOutcome(q, deps.notifiedFalls, hook, error, at);
    return true;
  });
  // An SMS was counted as delivered when the gateway accepted it.
  if (isFirst && (hook.kind === 'call' || error !== null)) countOutcome(deps, hook, error, at);
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
async function announcement(
  deps: PhoneHookDeps,
  responder: PhoneResponder,
  { hook }: FoundHook,
  token: string,
): Promise<Instruction> {
  const { fallIds, personId, claimable, language, say, usedAt } = hook;
  const [fallId] = fallIds;
  const message = { do: 'say twice', text: say ?? '', language } as const;
  if (fallId === undefined) return message;
  const { call, answers } = PHONES[language];
  const standing = await responder.standing(fallId, personId);
  const isSettled = standing.is === 'resolved' || standing.is === 'refused';
  if (!claimable && !isSettled) return message;
  if (standing.is !== 'open') return { do: 'say', text: wordsFor(standing, language), language };
  if (usedAt !== null) return { do: 'say', text: answers.used, language };
  const text = `${say ?? ''} ${call.menu(standing.patientName)}`;
  const action = `${deps.publicUrl()}${VOICE_HOOK}?t=${token}&event=key`;
  return { do: 'ask', text, otherwise: call.nothingPressed, action, language };
}

/** 1 takes over, 2 passes on; any other key asks again. */
async function pressed(
  deps: PhoneHookDeps,
  { record, responder }: HookCall,
  found: FoundHook,
  token: string,
  key: string | null,
): Promise<Instruction> {
  const { hash, hook } = found;
  const { fallIds, personId, claimable, language } = hook;
  const [fallId] = fallIds;
  if (fallId === undefined || !claimable || (key !== '1' && key !== '2'))
    return announcement(deps, responder, found, token);
  const markUsed: MarkUsed = (q, at) => usePhoneHook(q, hash, at);
  const answer =
    key === '1'
      ? await responder.claim(fallId, personId, markUsed)
      : await responder.pass(fallIds, personId, markUsed);
  if (answer.is === 'claimed' || answer.is === 'passed' || answer.is === 'declined')
    record({
      action: `response.${answer.is}`,
      message: DONE_BY_PHONE[answer.is],
      actorId: personId,
      ...(answer.patientId !== undefined && { subjectId: answer.patientId }),
    });
  // Also an answer that had no effect is not to be used again.
  else if (answer.is !== 'used') await usePhoneHook(deps.db, hash, new Date(deps.now()));
  return { do: 'say', text: wordsFor(answer, language), language };
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
