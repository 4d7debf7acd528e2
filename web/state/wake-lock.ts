import { signal } from '@preact/signals';

/** Whether the screen stays on. */
export type Awake = 'off' | 'on' | 'refused' | 'unsupported';
export const awake = signal<Awake>('off');

let isWanted = false;
let lock: WakeLockSentinel | undefined;

async function acquire(): Promise<void> {
  // Browsers offer it only over HTTPS and on localhost.
  if (!('wakeLock' in navigator)) {
    awake.value = 'unsupported';
    return;
  }
  try {
    const held = await navigator.wakeLock.request('screen');
    if (!isWanted) return void held.release();
    lock = held;
    awake.value = 'on';
    held.addEventListener('release', () => {
      if (lock === held) lock = undefined;
      // The browser releases the lock when the page is hidden; request it again when the page is visible.
      if (isWanted && document.visibilityState === 'visible') awake.value = 'refused';
    });
  } catch {
    awake.value = 'refused';
  }
}

export async function keepAwake(): Promise<void> {
  isWanted = true;
  if (lock === undefined) await acquire();
}

export function letSleep(): void {
  isWanted = false;
  awake.value = 'off';
  void lock?.release();
  lock = undefined;
}

document.addEventListener('visibilitychange', () => {
  if (isWanted && lock === undefined && document.visibilityState === 'visible') void acquire();
});
