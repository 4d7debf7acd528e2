import { WebSocket } from 'ws';
import type { Caregiver } from '../caregivers.ts';

export interface Watcher {
  /** True if an alert about this patient has arrived. */
  hasAlertOf(patientId: string): boolean;
  stop(): void;
}

const RETRY_MS = 1_000;

/** A caregiver's app that resumes after its last event whenever the connection breaks. */
export function startWatcher(port: () => number, { token }: Caregiver): Watcher {
  const patients = new Set<string>();
  let last = 0;
  let socket: WebSocket | undefined;
  let stopped = false;

  function connect(): void {
    socket = new WebSocket(`ws://127.0.0.1:${port()}/api/live?after=${last}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    socket.on('error', () => {});
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        type: string;
        id?: number;
        data?: { patientId?: string };
      };
      if (frame.id !== undefined) last = Math.max(last, frame.id);
      if (frame.type === 'alert' && frame.data?.patientId !== undefined) patients.add(frame.data.patientId);
    });
    socket.on('close', () => {
      if (!stopped) setTimeout(connect, RETRY_MS).unref();
    });
  }
  connect();

  return {
    hasAlertOf: (patientId) => patients.has(patientId),
    stop() {
      stopped = true;
      socket?.terminate();
    },
  };
}
