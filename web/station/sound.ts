import { effect, signal } from '@preact/signals';
import { createPressWatch } from '../state/press-watch.ts';
import { play, TUNES, type Tune, tuneOf } from '../state/tunes.ts';
import { connection, falls, unanswered } from './state.ts';

/** Browsers allow sound only after a press. */
export const isSoundOn = signal(false);
let context: AudioContext | undefined;

export async function turnOnSound(): Promise<void> {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  context.onstatechange = () => {
    isSoundOn.value = context?.state === 'running';
  };
  await context.resume().catch(() => {});
  isSoundOn.value = context.state === 'running';
}

/** The sound of an emergency, once. */
export async function playAlarm(): Promise<void> {
  await turnOnSound();
  if (context !== undefined) play(context, 'CONFIRMED');
}

/** Rings while an alert is unanswered, and now and then while the connection is lost. */
export function startSound(): void {
  let repeat: ReturnType<typeof setInterval> | undefined;
  let ringing: ReadonlySet<string> = new Set();
  let rung: Tune | undefined;
  effect(() => {
    const worst = unanswered.value[0];
    const lost: Tune | undefined = connection.value === 'offline' ? 'lost' : undefined;
    const wanted = worst === undefined ? lost : tuneOf(worst.level);
    const tune = isSoundOn.value ? wanted : undefined;
    const ids = unanswered.value.map(({ id }) => id);
    const isNew = tune !== rung || ids.some((id) => !ringing.has(id));
    ringing = new Set(ids);
    if (!isNew) return;
    rung = tune;
    clearInterval(repeat);
    if (tune === undefined) return;
    const ring = () => context !== undefined && play(context, tune);
    ring();
    repeat = setInterval(ring, TUNES[tune].everyMs);
  });
  const pressedAgain = createPressWatch();
  effect(() => {
    // An unanswered emergency rings anyway.
    const isRinging = unanswered.peek()[0]?.level === 'CONFIRMED';
    const isPressed = pressedAgain(falls.value).length > 0;
    if (isPressed && !isRinging && isSoundOn.peek() && context !== undefined) play(context, 'CONFIRMED');
  });
  for (const press of ['pointerup', 'keyup'] as const)
    document.addEventListener(press, () => void (isSoundOn.peek() || turnOnSound()), { capture: true });
}
