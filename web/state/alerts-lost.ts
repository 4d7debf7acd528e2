import { signal } from '@preact/signals';

/** When this page stopped getting alerts because its session ended on duty; null otherwise. */
export const alertsLostSince = signal<number | null>(null);
