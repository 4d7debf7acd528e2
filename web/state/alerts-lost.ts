import { signal } from '@preact/signals';

interface AlertsLost {
  /** When the session ended; null if it ended while this page was closed. */
  readonly since: number | null;
}

/** Set while this page gets no alerts because its session ended on duty. */
export const alertsLost = signal<AlertsLost | null>(null);
