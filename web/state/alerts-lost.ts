import { signal } from '@preact/signals';

/** Since when alerts do not reach this page any more, because its session ended on duty; null otherwise. */
export const alertsLostSince = signal<number | null>(null);
