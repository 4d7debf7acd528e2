import { signal } from '@preact/signals';
import type { Answered } from '../api/rest.ts';

/** A short message about the user's own action, with a way back where there is one. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: () => Promise<Answered<unknown>>;
}

/** Long enough to read it and to reach "Undo". */
const SHOWN_MS = 8_000;

export const toasts = signal<readonly Toast[]>([]);
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let made = 0;

export function dismiss(id: number): void {
  holdToast(id);
  toasts.value = toasts.peek().filter((toast) => toast.id !== id);
}

/** Stays while the pointer or the focus is on it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function releaseToast(id: number): void {
  holdToast(id);
  timers.set(
    id,
    setTimeout(() => dismiss(id), SHOWN_MS),
  );
}

/** Replaces the message before: only the last action can be undone. */
export function showToast(text: string, undo?: Toast['undo']): void {
  for (const { id } of toasts.peek()) holdToast(id);
  made += 1;
  toasts.value = [{ id: made, text, ...(undo === undefined ? {} : { undo }) }];
  releaseToast(made);
}
