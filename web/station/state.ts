import { computed, signal } from '@preact/signals';
import type { Response } from '../api/records.ts';
import type { ShownAlert } from '../components/alert-card.tsx';
import type { Responded } from '../components/response-text.ts';
import { arrange, type Ordered, worstFirst } from '../state/alert-order.ts';
import { now, setServerTime } from '../state/clock.ts';
import { openLive, rest, type StationBoard } from './api.ts';

/** `out`: the tablet is no station, or no longer; `lost`: the service does not answer. */
type Enrolled = 'unknown' | 'out' | 'removed' | 'in';

export const enrolled = signal<Enrolled>('unknown');
export const board = signal<StationBoard>();
export const connection = signal<'connecting' | 'live' | 'offline'>('connecting');
/** The service refused the last request for the board because there were too many. */
export const isLimited = signal(false);

/** A fall with its response, in the fields of the console's boards. */
export interface StationFall extends Ordered, ShownAlert, Responded {
  readonly at: number;
  readonly response: Response;
}

const openFalls = computed<readonly StationFall[]>(() =>
  (board.value?.falls ?? []).flatMap(
    ({ id, status, source, sensor, createdAt, patientName, patientRoom, location, isTest, response }) =>
      response === null
        ? []
        : [
            {
              id,
              level: status,
              source,
              event: sensor?.event ?? null,
              at: Date.parse(createdAt),
              patientName,
              patientRoom,
              location,
              isTest,
              response,
              formerClaim: null,
            },
          ],
  ),
);

export const falls = computed(() => arrange(openFalls.value, () => now.value));

/** The worst first. */
export const unanswered = computed(() =>
  openFalls.value
    .filter(({ response: { state } }) => state === 'OPEN' || state === 'CHECKING')
    .sort(worstFirst),
);

/** Also finds what a lost frame would have told: a claim that expired, a shift that ended. */
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
  const answer = await rest.get('/stations/me/board');
  if (before !== removals) return false;
  isLimited.value = answer.status === 429;
  if (answer.ok) {
    board.value = answer.data;
    enrolled.value = 'in';
    return true;
  }
  if (answer.status === 401) leave();
  return false;
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
      if (frame.type === 'station.welcome') setServerTime(frame.data.serverTime);
      if (frame.type === 'response') showResponse(frame.data.fallId, frame.data.response);
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
function showResponse(fallId: string, response: Response): void {
  const shown = board.value;
  if (shown === undefined) return;
  board.value = {
    ...shown,
    falls: shown.falls.map((fall) => (fall.id === fallId ? { ...fall, response } : fall)),
  };
}

/** Starts the page: with a cookie it shows the board, else it asks for a code. */
export async function start(): Promise<void> {
  setInterval(() => {
    if (enrolled.value === 'in') void loadBoard();
  }, REFRESH_MS);
  while (enrolled.value === 'unknown' && !(await loadBoard())) {
    if (enrolled.value !== 'unknown') break;
    connection.value = isLimited.value ? 'connecting' : 'offline';
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  if (isEnrolled()) connect();
}

const isEnrolled = (): boolean => enrolled.value === 'in';

export async function enrol(code: string) {
  const answer = await rest.post('/stations/enrol', { body: { code } });
  if (answer.ok) {
    enrolled.value = 'unknown';
    if (await loadBoard()) connect();
  }
  return answer;
}
