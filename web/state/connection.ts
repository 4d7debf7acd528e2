import { computed, signal } from '@preact/signals';
import { type LiveSocket, openLive, type SocketState } from '../api/live.ts';
import type { Frame, Frames, FrameType } from '../api/records.ts';
import { now, setServerTime } from './clock.ts';

/** docs/contract.md, "Console": "Offline" after 30 s, or when the browser says so. */
const OFFLINE_AFTER_MS = 30_000;

const socketState = signal<SocketState>('connecting');
const browserOnline = signal(navigator.onLine);
/** Since when nothing came; null while all is well, and before the first connection. */
const lostAt = signal<number | null>(null);

export type Connection =
  | { readonly state: 'connecting' | 'live' }
  | { readonly state: 'reconnecting' | 'offline'; readonly since: number };

export const connection = computed<Connection>(() => {
  if (socketState.value === 'live' && browserOnline.value) return { state: 'live' };
  if (lostAt.value === null) return { state: 'connecting' };
  const since = lostAt.value;
  const offline = !browserOnline.value || now.value - since >= OFFLINE_AFTER_MS;
  return { state: offline ? 'offline' : 'reconnecting', since };
});

/** What is shown may be out of date. */
export const isStale = computed(() => {
  const { state } = connection.value;
  return state === 'reconnecting' || state === 'offline';
});

type Listener<Type extends FrameType> = (frame: Frames[Type]) => void;
const listeners = new Map<FrameType, Set<(frame: Frame) => void>>();

/** Calls back for each frame of a type, until the answer is called: `useEffect(() => onFrame('message', …), [])`. */
export function onFrame<Type extends FrameType>(type: Type, listener: Listener<Type>): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all);
  // Safe: listeners are called with frames of their own type alone.
  all.add(listener as (frame: Frame) => void);
  return () => void all.delete(listener as (frame: Frame) => void);
}

let socket: LiveSocket | undefined;
/** Patients whose readings are wanted, and by how many parts of the page. */
const watched = new Map<string, number>();

/** Live readings of a patient arrive as `reading` frames until the answer is called. */
export function watch(patientId: string): () => void {
  const before = watched.get(patientId) ?? 0;
  watched.set(patientId, before + 1);
  if (before === 0) socket?.send({ type: 'subscribe', data: { patientId } });
  return () => {
    const left = (watched.get(patientId) ?? 1) - 1;
    if (left > 0) return void watched.set(patientId, left);
    watched.delete(patientId);
    socket?.send({ type: 'unsubscribe', data: { patientId } });
  };
}

export function connect(onSessionEnded: () => void): void {
  disconnect();
  socket = openLive({
    onSessionEnded,
    onState(state) {
      if (state === 'live') lostAt.value = null;
      else if (socketState.value === 'live') lostAt.value ??= now.value;
      socketState.value = state;
    },
    onFrame(frame) {
      if (frame.type === 'welcome') {
        setServerTime(frame.data.serverTime);
        for (const patientId of watched.keys()) socket?.send({ type: 'subscribe', data: { patientId } });
      }
      for (const listener of listeners.get(frame.type) ?? []) listener(frame);
    },
  });
}

export function disconnect(): void {
  socket?.close();
  socket = undefined;
  socketState.value = 'connecting';
  lostAt.value = null;
}

addEventListener('online', () => {
  browserOnline.value = true;
  socket?.wake();
});
addEventListener('offline', () => {
  browserOnline.value = false;
  if (socket !== undefined) lostAt.value ??= now.value;
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') socket?.wake();
});
