import { computed, signal } from '@preact/signals';
import type { FallDetail, ListedFall } from '../api/records.ts';
import { type Answered, api } from '../api/rest.ts';
import { connection, onFrame, watch } from './connection.ts';
import { user } from './session.ts';

export type OwnFall = Pick<
  ListedFall,
  'id' | 'source' | 'sensor' | 'status' | 'isTest' | 'createdAt' | 'response' | 'verification'
>;

const SHOWN = { days: 365, limit: 20 };
/**
 * A patient's socket reports responses to a fall, but not new falls. A wearable's reading shows a new fall at once; the page
 * polls for falls from other sources.
 */
const POLL_MS = 15_000;
/** A resident may open the page because of a fall, so it polls often at first. Not for long: a home shares one rate limit. */
const POLL_OFTEN_MS = 3_000;
const OFTEN_FOR_MS = 2 * 60_000;
/** docs/contract.md, "Fall levels": caregivers are alerted from POTENTIAL on. */
const ALERT_FROM = 0.5;
/** The service sends the reading before it commits the fall. */
const COMMITTED_WITHIN_MS = 1_000;

/** The patient's falls, newest first; undefined until they are loaded. */
export const ownFalls = signal<readonly OwnFall[] | undefined>(undefined);

/** The newest open fall. */
export const openFall = computed(() =>
  ownFalls.value?.find(({ response }) => response !== null && response.state !== 'RESOLVED'),
);

/** The fall that was resolved last. */
export const lastResolved = computed(() => {
  const over = (ownFalls.value ?? []).filter(({ response }) => response?.state === 'RESOLVED');
  return over.sort((a, b) => resolvedAt(b) - resolvedAt(a))[0];
});

const resolvedAt = ({ response }: OwnFall): number => Date.parse(response?.resolvedAt ?? '') || 0;

/** Why "I'm OK" is disabled (docs/response.md, "Endpoints"); undefined when it is enabled. */
export const whyNotOk = computed<'noFall' | 'onTheWay' | 'help' | undefined>(() => {
  const fall = openFall.value;
  if (fall === undefined) return 'noFall';
  if (fall.response?.state === 'CLAIMED') return 'onTheWay';
  return fall.status === 'CONFIRMED' || fall.source === 'HELP_BUTTON' ? 'help' : undefined;
});

async function loadOwnFalls(): Promise<Answered<readonly ListedFall[]>> {
  const reply = await api.get('/falls', { query: SHOWN });
  if (reply.ok) ownFalls.value = reply.data;
  return reply;
}

function put(fall: OwnFall): void {
  const others = (ownFalls.peek() ?? []).filter(({ id }) => id !== fall.id);
  ownFalls.value = [fall, ...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

async function act(request: Promise<Answered<FallDetail>>): Promise<Answered<FallDetail>> {
  const reply = await request;
  if (reply.ok) put(reply.data);
  // A caregiver may have responded in the meantime: show the current state.
  else void loadOwnFalls();
  return reply;
}

export const confirmOk = (fallId: string) => act(api.post('/falls/{id}/ok', { path: { id: fallId } }));

export const callHelp = () => act(api.post('/help'));

/** What made a fall an emergency; undefined for a lower level. Only a call for help raises a missed check-in. */
export function causeOf({
  source,
  sensor,
  status,
  response,
}: OwnFall): 'call' | 'wearable' | 'sensor' | 'report' | undefined {
  if (source === 'HELP_BUTTON' || (response?.helpPresses ?? 0) > 0) return 'call';
  if (status !== 'CONFIRMED') return undefined;
  if (source === 'CHECK_IN' || (sensor !== null && sensor.event !== 'FALL')) return 'call';
  return source === 'STREAM' ? 'wearable' : source === 'SENSOR' ? 'sensor' : 'report';
}

/** Keeps the falls up to date; the returned function stops it. */
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
      if (data.patientId === me?.id && data.fallConfidence > ALERT_FROM) loadSoon(COMMITTED_WITHIN_MS);
    }),
    onFrame('response', ({ data }) => {
      const fall = ownFalls.peek()?.find(({ id }) => id === data.fallId);
      if (fall === undefined) loadSoon(0);
      else put({ ...fall, response: data.response, verification: data.verification ?? null });
    }),
    // After a reconnect the service resends missed frames, but no frame reports a new fall.
    onFrame('welcome', () => {
      if (wasLive) loadSoon(0);
      wasLive = true;
    }),
  ];
  let oftenUntil = Date.now() + OFTEN_FOR_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const poll = () => {
    if (document.visibilityState === 'visible' && connection.peek().state === 'live') loadSoon(0);
    timer = setTimeout(poll, Date.now() < oftenUntil ? POLL_OFTEN_MS : POLL_MS);
  };
  timer = setTimeout(poll, POLL_OFTEN_MS);
  const onVisible = () => {
    oftenUntil = Date.now() + OFTEN_FOR_MS;
    clearTimeout(timer);
    poll();
  };
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    for (const end of ends) end();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisible);
    clearTimeout(soon);
    ownFalls.value = undefined;
  };
}
