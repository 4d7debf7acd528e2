import { computed, effect, signal } from '@preact/signals';
import { alertsLost } from './alerts-lost.ts';
import { connection } from './connection.ts';
import { deviceAlerts } from './device-alerts.ts';
import { falls, offeredToMe, unanswered } from './falls.ts';
import { repeatedPresses } from './presses.ts';
import { session } from './session.ts';
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

/**
 * Turns the sound on without a press. Browsers allow that for installed apps and pages in frequent use; in others the next
 * press unlocks it.
 */
export const wantSound = (): void => void turnOnSound();

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

/** The sound that repeats now, until a caregiver takes over or declines. Falls are sorted: the first is the worst. */
const calling = computed<Tune | undefined>(() => {
  if (alertsLost.value !== null) return 'CONFIRMED';
  if (connection.value.state === 'offline' || session.value.state === 'unreachable') return 'lost';
  const worst = falls.get(unanswered.value[0] ?? '')?.value;
  if (worst !== undefined) return tuneOf(worst.level);
  return offeredToMe.value.length > 0 ? 'hand-off' : undefined;
});

export function startSound(): void {
  let repeat: ReturnType<typeof setInterval> | undefined;
  let rung: Tune | undefined;
  let ringing: ReadonlySet<string> = new Set();
  effect(() => {
    const tune = sound.value === 'on' ? calling.value : undefined;
    const ids = [...unanswered.value, ...offeredToMe.value];
    const isNew = tune !== rung || ids.some((id) => !ringing.has(id));
    ringing = new Set(ids);
    if (!isNew) return;
    rung = tune;
    clearInterval(repeat);
    if (tune === undefined) return;
    ring(tune);
    repeat = setInterval(() => ring(tune), TUNES[tune].everyMs);
  });

  let wearables: readonly string[] = [];
  /** Kept while the sound is blocked: the first press plays it. */
  let isPending = false;
  effect(() => {
    const ids = deviceAlerts.keys.value;
    isPending = ids.length > 0 && (isPending || ids.some((id) => !wearables.includes(id)));
    wearables = ids;
    if (!isPending || sound.value !== 'on') return;
    isPending = false;
    if (calling.peek() === undefined) ring('wearable');
  });

  // An unanswered emergency rings anyway; a caregiver on the way, and the others, hear it once.
  effect(() => {
    if (repeatedPresses.value > 0 && sound.peek() === 'on' && calling.peek() !== 'CONFIRMED')
      ring('CONFIRMED');
  });

  effect(() => {
    if (session.value.state === 'out' && alertsLost.value === null) turnOffSound();
  });

  const unlock = (): void => {
    if (sound.peek() === 'locked') void turnOnSound();
  };
  for (const press of ['pointerup', 'keyup'] as const)
    document.addEventListener(press, unlock, { capture: true });
}

function ring(tune: Tune): void {
  if (context !== undefined) play(context, tune);
  // Phones; before the first press browsers refuse it with an error.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([...TUNES[tune].vibration]);
}
