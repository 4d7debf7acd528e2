import { computed, signal } from '@preact/signals';
import type { Frames, Response } from '../api/records.ts';
import type { ShownAlert } from '../components/alert-card.tsx';
import type { Notified } from '../components/notified-people.tsx';
import type { Responded } from '../components/response-text.ts';
import { arrange, heldUntilOf, type Ordered, stageOf, worstFirst } from '../state/alert-order.ts';
import { now, serviceTime, setServerTime } from '../state/clock.ts';
import { putPlan, replacePlans } from '../state/plans.ts';
import { mayBeQuiet, QUIET_CHECK_MS } from '../state/wearable-signal.ts';
import { openLive, rest, type StationBoard } from './api.ts';

/** `out`: the tablet is no station, or no longer; `lost`: the service does not answer. */
type Enrolled = 'unknown' | 'out' | 'removed' | 'in';

export const enrolled = signal<Enrolled>('unknown');
export const board = signal<StationBoard>();
export const connection = signal<'connecting' | 'live' | 'offline'>('connecting');
/** How long ago the service last sent something; undefined before the first frame. */
export const silenceMs = computed(() => {
  const at = now.value;
  const { lastSignAt } = live ?? {};
  return lastSignAt === undefined ? undefined : Math.max(0, at - lastSignAt);
});
/** Until when the service refuses requests for the board, because there were too many; 0 if it does not. */
export const limitedUntil = signal(0);
/** A proxy's refusal may not say for how long. */
const USUAL_WAIT_SECONDS = 60;

/** A fall with its response, in the fields of the console's boards. */
export interface StationFall extends Ordered, ShownAlert, Responded, Notified {
  readonly patientId: string;
  readonly at: number;
  readonly response: Response;
}

/** By fall; replaced together with the board. */
let heldUntil: ReadonlyMap<string, number | null> = new Map();

function show(next: StationBoard): void {
  const before = new Map(openFalls.peek().map((fall) => [fall.id, fall]));
  heldUntil = new Map(
    next.falls.map(({ id, response }) => [
      id,
      response === null ? null : heldUntilOf(before.get(id), response, serviceTime()),
    ]),
  );
  board.value = next;
  replacePlans(next.plans);
}

const openFalls = computed<readonly StationFall[]>(() =>
  (board.value?.falls ?? []).flatMap(({ id, status, source, sensor, createdAt, response, ...fall }) =>
    response === null
      ? []
      : [
          {
            id,
            level: status,
            source,
            event: sensor?.event ?? null,
            at: Date.parse(createdAt),
            response,
            patientId: fall.userId,
            patientName: fall.patientName,
            patientRoom: fall.patientRoom,
            location: fall.location,
            isTest: fall.isTest,
            verification: fall.verification,
            notified: fall.notified,
            formerClaim: null,
            heldUntil: heldUntil.get(id) ?? null,
          },
        ],
  ),
);

export const falls = computed(() => arrange(openFalls.value, () => now.value));

/** The worst first. */
export const unanswered = computed(() =>
  openFalls.value.filter((fall) => stageOf(fall, () => now.peek()) === 'unanswered').sort(worstFirst),
);

/** Also finds what a lost frame had: a claim that expired, a shift that ended. */
const REFRESH_MS = 60_000;
/** Several changes at once are one request. */
const GATHER_MS = 300;
let live: ReturnType<typeof openLive> | undefined;
let gathering: ReturnType<typeof setTimeout> | undefined;

/** Counts the removals: an answer from before must not show the board of a tablet that is no station any more. */
let removals = 0;

/** Reads the board; true if the service answered it. */
export async function loadBoard(): Promise<boolean> {
  const before = removals;
  const reply = await rest.get('/stations/me/board');
  if (before !== removals) return false;
  limitedUntil.value =
    !reply.ok && reply.status === 429 ? now.peek() + 1_000 * (reply.retryAfter ?? USUAL_WAIT_SECONDS) : 0;
  if (reply.ok) {
    show(reply.data);
    enrolled.value = 'in';
    return true;
  }
  if (reply.status === 401) leave();
  return false;
}

function refreshIfQuiet(): void {
  const { people = [], quietSeconds = 0 } = board.value ?? {};
  const signals = people.map(({ signal }) => signal);
  if (mayBeQuiet(signals, now.peek(), 1000 * quietSeconds)) void loadBoard();
}

function leave(): void {
  removals += 1;
  live?.close();
  live = undefined;
  enrolled.value =
    enrolled.value === 'in' ? 'removed' : enrolled.value === 'unknown' ? 'out' : enrolled.value;
  board.value = undefined;
}

function loadSoon(): void {
  clearTimeout(gathering);
  gathering = setTimeout(() => void loadBoard(), GATHER_MS);
}

function connect(): void {
  live ??= openLive({
    onFrame(frame) {
      if (frame.type === 'station.welcome' || frame.type === 'pong') setServerTime(frame.data.serverTime);
      if (frame.type === 'response') showResponse(frame.data);
      if (frame.type === 'receipts') showReceipts(frame.data);
      if (frame.type === 'plan.changed') putPlan(frame.data);
      // The board of the moment after the connection, or after the change.
      if (frame.type === 'station.welcome' || frame.type === 'response' || frame.type === 'board.changed')
        loadSoon();
    },
    onState({ state }) {
      if (state === 'ended') leave();
      else connection.value = state === 'live' ? 'live' : state === 'stale' ? 'offline' : 'connecting';
    },
  });
}

/** At once, so that a claim silences the sound before the board is read again. */
const showResponse = ({ fallId, response, verification = null }: Frames['response']['data']): void =>
  changeFall(fallId, () => ({ response, verification }));

/** As the board has them: a station need not read it for a receipt. */
const showReceipts = ({ fallId, notified, ...escalation }: Frames['receipts']['data']): void =>
  changeFall(fallId, ({ response }) => ({ notified, response: response && { ...response, ...escalation } }));

type Fall = StationBoard['falls'][number];

function changeFall(fallId: string, change: (fall: Fall) => Partial<Fall>): void {
  const shown = board.value;
  if (shown === undefined) return;
  show({
    ...shown,
    falls: shown.falls.map((fall) => (fall.id === fallId ? { ...fall, ...change(fall) } : fall)),
  });
}

/** Starts the page: with a cookie it shows the board, else it asks for a code. */
export async function start(): Promise<void> {
  setInterval(() => {
    if (enrolled.value === 'in') void loadBoard();
  }, REFRESH_MS);
  setInterval(refreshIfQuiet, QUIET_CHECK_MS);
  while (enrolled.value === 'unknown' && !(await loadBoard())) {
    if (enrolled.value !== 'unknown') break;
    connection.value = limitedUntil.value > 0 ? 'connecting' : 'offline';
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  if (isEnrolled()) connect();
}

const isEnrolled = (): boolean => enrolled.value === 'in';

export async function enrol(code: string) {
  const reply = await rest.post('/stations/enrol', { body: { code } });
  if (reply.ok) {
    enrolled.value = 'unknown';
    if (await loadBoard()) connect();
  }
  return reply;
}
