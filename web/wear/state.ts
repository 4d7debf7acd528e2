import { computed, signal } from '@preact/signals';
import { LiveSocket } from '../../client/live.ts';
import { keepAwake, letSleep } from '../state/wake-lock.ts';
import { unlockAlarm } from './alarm.ts';
import { battery, startBattery } from './battery.ts';
import { type Code, codeOf } from './code.ts';
import { openKept } from './database.ts';
import { keepCode, keptCode } from './kept-code.ts';
import { listen, mayListen, needsPress } from './motion.ts';
import type { Fall } from './protocol.ts';
import { Seconds } from './seconds.ts';
import { type Answer, type Press, Sender, type SenderState } from './sender.ts';
import { addToTrace } from './trace.tsx';

/** `refused`: the user or the browser refuses the sensor; `none`: it says nothing; `insecure`: the page came without HTTPS. */
export type SensorProblem = 'refused' | 'none' | 'insecure';

export const code = signal<Code | undefined>(undefined);
export const isRunning = signal(false);
export const isHidden = signal(document.visibilityState === 'hidden');
export const sensorProblem = signal<SensorProblem | undefined>(undefined);
/** False while no event of the sensor has brought a rotation. */
export const hasGyro = signal<boolean | undefined>(undefined);
export const fall = signal<Fall | null>(null);
/** How the last fall ended, until the next one. */
export const ended = signal<Fall | undefined>(undefined);
export const sending = signal<SenderState | undefined>(undefined);
/** The last press that the service refused. */
export const refusedPress = signal<Press | undefined>(undefined);
export const now = signal(Date.now());

export type State = 'idle' | 'sensing' | 'offline' | 'hidden' | 'fall';

export const connection = computed(() => sending.value?.connection);
export const isOver = computed(() => connection.value === 'ended' || connection.value === 'replaced');

export const state = computed<State>(() => {
  if (!isRunning.value || isOver.value) return 'idle';
  if (isHidden.value) return 'hidden';
  if (fall.value !== null) return 'fall';
  return connection.value === 'live' ? 'sensing' : 'offline';
});

const RUNNING = 'wear.running';
const PRESSES = 'wear.presses';
/** A sensor that works has said something by then. */
const SENSOR_WITHIN_MS = 3_000;
const PING_EVERY_MS = 5_000;

let sender: Sender | undefined;
let stopSensor: (() => void) | undefined;
let sensorTimer: ReturnType<typeof setTimeout> | undefined;
const kept = openKept();

const seconds = new Seconds((second) => {
  hasGyro.value = second.samples.some((sample) => sample.length === 6);
  sender?.measured(second);
});

/** The time of the service. */
export const serviceTime = (): number => sender?.time ?? Date.now();

/** Reads the code of the address, which then leaves it, or that of the last time. */
export function takeCode(): void {
  const given = codeOf(location.hash);
  if (location.hash !== '') history.replaceState(null, '', location.pathname);
  const before = code.peek() ?? keptCode();
  // What was measured belongs to the wearable, and its wearer, of then.
  if (given !== undefined && given.token !== before?.token) stop();
  code.value = given ?? before;
  keepCode(code.value);
}

/** Must be called at a press: it also allows sound and vibration, and on iOS the sensor. */
export async function start(): Promise<void> {
  unlockAlarm();
  await run();
}

async function run(): Promise<void> {
  const wearable = code.peek();
  if (wearable === undefined || isRunning.peek()) return;
  sensorProblem.value = undefined;
  if (!isSecureContext) {
    sensorProblem.value = 'insecure';
    return;
  }
  if (!(await mayListen())) {
    sensorProblem.value = 'refused';
    return;
  }
  isRunning.value = true;
  store(RUNNING, 'true');
  void keepAwake();
  startBattery();
  startSensor();
  await connect(wearable);
}

/** After a reload: where the browser needs no press for it. */
export async function resume(): Promise<void> {
  if (stored(RUNNING) === 'true' && !needsPress()) await run();
}

function startSensor(): void {
  stopSensor?.();
  seconds.reset();
  clearTimeout(sensorTimer);
  sensorTimer = setTimeout(() => {
    sensorProblem.value = 'none';
  }, SENSOR_WITHIN_MS);
  stopSensor = listen((moment) => {
    clearTimeout(sensorTimer);
    if (sensorProblem.peek() !== undefined) sensorProblem.value = undefined;
    // The board says that this phone senses nothing.
    if (isHidden.peek()) return;
    addToTrace(moment.acceleration);
    seconds.add(moment);
  });
}

async function connect({ mac, token }: Code): Promise<void> {
  const store = await kept;
  const late = await store.load();
  if (!isRunning.peek() || code.peek()?.token !== token) return;
  const current = new Sender(
    {
      openLive: (options) =>
        new LiveSocket({
          ...options,
          url: location.origin,
          pingEveryMs: PING_EVERY_MS,
          session: {
            token: () => token,
            isOver: () => isRevoked(mac, token),
            renew: async () => ({ ok: false, status: 0, error: '', code: '', details: {} }),
          },
        }),
      mac,
      kept: store,
      presses: { load: loadPresses, save: savePresses },
      battery,
      now: Date.now,
      every: (ms, act) => {
        const timer = setInterval(act, ms);
        return () => clearInterval(timer);
      },
      onState: (next) => {
        sending.value = next;
        if (next.connection === 'ended') giveUp();
      },
      onFall: showFall,
      onRefused: (press) => {
        refusedPress.value = press;
      },
    },
    late,
  );
  sender = current;
  current.hide(isHidden.peek());
}

async function isRevoked(mac: string, token: string): Promise<boolean> {
  const headers = { Authorization: `Bearer ${token}` };
  const reply = await fetch(`/api/device/${encodeURIComponent(mac)}/fall`, {
    headers,
    credentials: 'omit',
  }).catch(() => undefined);
  return reply?.status === 401;
}

function showFall(next: Fall | null): void {
  const before = fall.peek();
  const isOpen = next !== null && next.response !== null && next.response.state !== 'RESOLVED';
  fall.value = isOpen ? next : null;
  if (isOpen) {
    ended.value = undefined;
    refusedPress.value = undefined;
  } else if (before !== null) ended.value = next ?? before;
}

export function press(answer: Answer): void {
  unlockAlarm();
  refusedPress.value = undefined;
  sender?.press(answer);
}

/** The code is no longer valid: it is forgotten, with what was measured. The wearable may have another wearer now. */
function giveUp(): void {
  end();
  savePresses([]);
  keepCode(undefined);
  void kept.then((readings) => readings.clear());
}

/** Another phone has taken over: takes it back. */
export function takeBack(): void {
  const wearable = code.peek();
  end();
  sending.value = undefined;
  if (wearable !== undefined) void start();
}

/** "Stop using this phone": forgets the code and what was not sent. */
export function forget(): void {
  stop();
  code.value = undefined;
  keepCode(undefined);
}

function stop(): void {
  end();
  sending.value = undefined;
  savePresses([]);
  void kept.then((readings) => readings.clear());
}

function end(): void {
  isRunning.value = false;
  store(RUNNING, null);
  clearTimeout(sensorTimer);
  stopSensor?.();
  stopSensor = undefined;
  sender?.close();
  sender = undefined;
  fall.value = null;
  ended.value = undefined;
  letSleep();
}

export function watchPage(): void {
  document.addEventListener('visibilitychange', () => {
    const isNowHidden = document.visibilityState === 'hidden';
    isHidden.value = isNowHidden;
    seconds.reset();
    sender?.hide(isNowHidden);
  });
  addEventListener('online', () => sender?.wake());
  addEventListener('hashchange', takeCode);
  setInterval(() => {
    now.value = Date.now();
  }, 500);
}

function loadPresses(): readonly Press[] {
  try {
    const presses: unknown = JSON.parse(stored(PRESSES) ?? '[]');
    return Array.isArray(presses) ? presses.filter(isPress) : [];
  } catch {
    return [];
  }
}

const isPress = (given: Press | null): given is Press => given?.answer === 'ok' || given?.answer === 'help';

const savePresses = (presses: readonly Press[]): void =>
  store(PRESSES, presses.length === 0 ? null : JSON.stringify(presses));

/** Private windows may have no storage. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage it works until the page is reloaded.
  }
}
