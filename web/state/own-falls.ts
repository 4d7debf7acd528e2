import { computed, signal } from '@preact/signals';
import { type Answered, call, query } from '../api/call.ts';
import type { FallDetail, ListedFall } from '../api/records.ts';
import { connection, onFrame, watch } from './connection.ts';
import { user } from './session.ts';

export type OwnFall = Pick<ListedFall, 'id' | 'source' | 'status' | 'createdAt' | 'response'>;

const SHOWN = { days: 365, limit: 20 };
/**
 * A patient's socket tells what is done about a fall, but not that one was noticed: a wearable's reading shows it at once,
 * and what was reported otherwise is found by asking.
 */
const ASK_EVERY_MS = 15_000;
/** Whoever has just opened the page may have done so because something happened. Not for ever: a home shares its limit. */
const ASK_OFTEN_EVERY_MS = 3_000;
const OFTEN_FOR_MS = 2 * 60_000;
/** docs/contract.md, "Fall levels": POTENTIAL and above are told to caregivers. */
const TOLD_FROM = 0.5;
/** The fall is committed with its reading, and the reading is sent first. */
const COMMITTED_WITHIN_MS = 1_000;

/** A patient's own, the newest first; undefined until they are known. */
export const ownFalls = signal<readonly OwnFall[] | undefined>(undefined);

/** The newest that is not over. */
export const openFall = computed(() =>
  ownFalls.value?.find(({ response }) => response !== null && response.state !== 'RESOLVED'),
);

/** What was over last. */
export const lastResolved = computed(() => {
  const over = (ownFalls.value ?? []).filter(({ response }) => response?.state === 'RESOLVED');
  return over.sort((a, b) => resolvedAt(b) - resolvedAt(a))[0];
});

const resolvedAt = ({ response }: OwnFall): number => Date.parse(response?.resolvedAt ?? '') || 0;

/** Why one cannot say "I'm OK" now (docs/response.md, "Endpoints"); undefined when one can. */
export const whyNotOk = computed<'noFall' | 'onTheWay' | 'help' | undefined>(() => {
  const fall = openFall.value;
  if (fall === undefined) return 'noFall';
  if (fall.response?.state === 'CLAIMED') return 'onTheWay';
  return fall.status === 'CONFIRMED' || fall.source === 'HELP_BUTTON' ? 'help' : undefined;
});

export async function loadOwnFalls(): Promise<Answered<readonly ListedFall[]>> {
  const answer = await call<readonly ListedFall[]>('GET', `/falls${query(SHOWN)}`);
  if (answer.ok) ownFalls.value = answer.data;
  return answer;
}

function put(fall: OwnFall): void {
  const others = (ownFalls.peek() ?? []).filter(({ id }) => id !== fall.id);
  ownFalls.value = [fall, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

async function answer(path: string): Promise<Answered<FallDetail>> {
  const given = await call<FallDetail>('POST', path);
  if (given.ok) put(given.data);
  // Somebody was quicker, perhaps: show what is.
  else void loadOwnFalls();
  return given;
}

export const sayOk = (fallId: string) => answer(`/falls/${fallId}/ok`);
export const callHelp = () => answer('/help');

/** Keeps them true while they are shown; the answer ends it. */
export function followOwnFalls(): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const loadSoon = (ms: number) => {
    soon ??= setTimeout(() => {
      soon = undefined;
      void loadOwnFalls();
    }, ms);
  };
  void loadOwnFalls();
  const me = user.peek();
  let wasLive = connection.peek().state === 'live';
  const ends = [
    me === undefined ? () => {} : watch(me.id),
    onFrame('reading', ({ data }) => {
      if (data.patientId === me?.id && data.fallConfidence > TOLD_FROM) loadSoon(COMMITTED_WITHIN_MS);
    }),
    onFrame('response', ({ data }) => {
      const fall = ownFalls.peek()?.find(({ id }) => id === data.fallId);
      if (fall === undefined) loadSoon(0);
      else put({ ...fall, response: data.response });
    }),
    // What was missed meanwhile comes by frames, but the beginning of a fall does not.
    onFrame('welcome', () => {
      if (wasLive) loadSoon(0);
      wasLive = true;
    }),
  ];
  let often = Date.now() + OFTEN_FOR_MS;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const ask = () => {
    if (document.visibilityState === 'visible' && connection.peek().state === 'live') loadSoon(0);
    asking = setTimeout(ask, Date.now() < often ? ASK_OFTEN_EVERY_MS : ASK_EVERY_MS);
  };
  asking = setTimeout(ask, ASK_OFTEN_EVERY_MS);
  const lookedAt = () => {
    often = Date.now() + OFTEN_FOR_MS;
    clearTimeout(asking);
    ask();
  };
  document.addEventListener('visibilitychange', lookedAt);
  return () => {
    for (const end of ends) end();
    clearTimeout(asking);
    document.removeEventListener('visibilitychange', lookedAt);
    clearTimeout(soon);
    ownFalls.value = undefined;
  };
}
