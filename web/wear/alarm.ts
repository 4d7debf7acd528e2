import { play, TUNES, type Tune } from '../state/tunes.ts';

let context: AudioContext | undefined;
let repeat: ReturnType<typeof setInterval> | undefined;

/** Browsers allow sound only after a press. */
export function unlockAlarm(): void {
  if (!('AudioContext' in globalThis)) return;
  context ??= new AudioContext();
  void context.resume().catch(() => {});
}

/** Sounds and vibrates until `silence`, or once. */
export function sound(tune: Tune, isOnce = false): void {
  silence();
  const ring = () => {
    if (context?.state === 'running') play(context, tune);
    // iPhones do not vibrate for a page.
    navigator.vibrate?.([...TUNES[tune].vibration]);
  };
  ring();
  if (!isOnce) repeat = setInterval(ring, TUNES[tune].everyMs);
}

export function silence(): void {
  clearInterval(repeat);
  repeat = undefined;
  navigator.vibrate?.(0);
}
