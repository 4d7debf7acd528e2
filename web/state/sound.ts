import { computed, effect, signal } from '@preact/signals';
import { alertsLostSince } from './alerts-lost.ts';
import { connection } from './connection.ts';
import { deviceAlerts } from './device-alerts.ts';
import { falls, unanswered } from './falls.ts';
import { user } from './session.ts';
import { play, TUNES, type Tune, tuneOf } from './tunes.ts';

/** `locked`: the sound is on, but the browser blocks it until the user presses something. */
export type Sound = 'off' | 'locked' | 'on' | 'unsupported';

const isSupported = 'AudioContext' in globalThis;
const isWanted = signal(false);
const isRunning = signal(false);
let context: AudioContext | undefined;

export const sound = computed<Sound>(() => {
  if (!isWanted.value) return 'off';
  if (!isSupported) return 'unsupported';
  return isRunning.value ? 'on' : 'locked';
});

/** A blocked `resume` never settles its promise. */
const UNLOCKED_WITHIN_MS = 1_000;

/** Call it from a press: browsers block sound until the user has pressed something. */
export async function turnOnSound(): Promise<void> {
  isWanted.value = true;
  if (!isSupported) return;
  context ??= openContext();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, UNLOCKED_WITHIN_MS));
  await Promise.race([context.resume().catch(() => {}), timeout]);
}

export function turnOffSound(): void {
  isWanted.value = false;
  void context?.suspend().catch(() => {});
}

/** Turns the sound on without a press: the next press unlocks it. */
export function wantSound(): void {
  isWanted.value = true;
  // Before any press the attempt would log a warning in the browser's console.
  if (navigator.userActivation?.hasBeenActive) void turnOnSound();
}

/** Plays the sound of every level, from the lowest to the highest. */
export async function testSound(): Promise<void> {
  await turnOnSound();
  if (context === undefined) return;
  let wait = 0;
  for (const tune of ['POTENTIAL', 'HIGH', 'CONFIRMED'] as const) {
    play(context, tune, wait);
    wait += TUNES[tune].seconds + 0.4;
  }
}

function openContext(): AudioContext {
  const opened = new AudioContext();
  const update = (): void => {
    isRunning.value = opened.state === 'running';
  };
  // Phones suspend it during a call, for example.
  opened.onstatechange = update;
  update();
  return opened;
}

/** The sound that repeats now, until a caregiver takes over. Falls are sorted: the first is the worst. */
const calling = computed<Tune | undefined>(() => {
  if (alertsLostSince.value !== null) return 'CONFIRMED';
  if (connection.value.state === 'offline') return 'lost';
  const worst = falls.get(unanswered.value[0] ?? '')?.value;
  return worst && tuneOf(worst.level);
});

export function startSound(): void {
  let repeat: ReturnType<typeof setInterval> | undefined;
  let rung: Tune | undefined;
  let heard: ReadonlySet<string> = new Set();
  effect(() => {
    const tune = sound.value === 'on' ? calling.value : undefined;
    const ids = unanswered.value;
    const isNew = tune !== rung || ids.some((id) => !heard.has(id));
    heard = new Set(ids);
    if (!isNew) return;
    rung = tune;
    clearInterval(repeat);
    if (tune === undefined) return;
    ring(tune);
    repeat = setInterval(() => ring(tune), TUNES[tune].everyMs);
  });

  let wearables: readonly string[] = [];
  effect(() => {
    const ids = deviceAlerts.keys.value;
    const isNew = ids.some((id) => !wearables.includes(id));
    wearables = ids;
    if (isNew && sound.peek() === 'on' && calling.peek() === undefined) ring('wearable');
  });

  effect(() => {
    if (user.value === undefined && alertsLostSince.value === null) turnOffSound();
  });

  const unlock = (): void => {
    if (sound.peek() === 'locked') void turnOnSound();
  };
  for (const press of ['pointerup', 'keyup'] as const)
    document.addEventListener(press, unlock, { capture: true });
}

function ring(tune: Tune): void {
  if (context !== undefined) play(context, tune);
}
