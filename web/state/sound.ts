import { computed, effect, signal } from '@preact/signals';
import { alertsLostSince } from './alerts-lost.ts';
import { connection } from './connection.ts';
import { deviceAlerts } from './device-alerts.ts';
import { falls, unanswered } from './falls.ts';
import { user } from './session.ts';
import { play, TUNES, type Tune, tuneOf } from './tunes.ts';

/** `locked`: it should be heard, but the browser waits for somebody to press something. */
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

/** A promise of `resume` that is not allowed stays open for good. */
const UNLOCKED_WITHIN_MS = 1_000;

/** Browsers keep quiet until somebody has pressed something: works best when called from a press. */
export async function turnOnSound(): Promise<void> {
  isWanted.value = true;
  if (!isSupported) return;
  context ??= openContext();
  const patience = new Promise<void>((resolve) => setTimeout(resolve, UNLOCKED_WITHIN_MS));
  await Promise.race([context.resume().catch(() => {}), patience]);
}

export function turnOffSound(): void {
  isWanted.value = false;
  void context?.suspend().catch(() => {});
}

/** Wanted, but without a press there is no sound: whatever is pressed next unlocks it. */
export function wantSound(): void {
  isWanted.value = true;
  // Asking before any press fills the browser's console.
  if (navigator.userActivation?.hasBeenActive) void turnOnSound();
}

/** All tunes one after the other, from the mildest to the worst. */
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
  const note = (): void => {
    isRunning.value = opened.state === 'running';
  };
  // Phones interrupt it for a call, for instance.
  opened.onstatechange = note;
  note();
  return opened;
}

/** What is to be heard now, and again until somebody goes. Falls are in order: the first is the worst. */
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
