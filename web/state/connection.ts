import { computed, signal } from '@preact/signals';
import { LiveSocket, type LiveState } from '../../client/live.ts';
import type { Frame, Frames, FrameType } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { now, PING_EVERY_MS, serviceTime, setServerTime } from './clock.ts';

/** docs/contract.md, "Console": "Offline" within 10 s of silence, or when the browser says so. */
const OFFLINE_AFTER_MS = 8_000;

let socket: LiveSocket | undefined;
const CONNECTING: LiveState = { state: 'connecting' };
const live = signal<LiveState>(CONNECTING);
/** When the browser lost the network; null while it is online, and without a session. */
const withoutNetworkSince = signal<number | null>(null);

export type Connection =
  | { readonly state: 'connecting' | 'live' }
  | { readonly state: 'reconnecting' | 'offline'; readonly since: number };

export const connection = computed<Connection>(() => {
  const cut = withoutNetworkSince.value;
  const stale = live.value.state === 'stale' ? live.value.since : null;
  if (cut !== null) return { state: 'offline', since: Math.min(cut, stale ?? cut) };
  if (stale === null) return { state: live.value.state === 'live' ? 'live' : 'connecting' };
  return { state: now.value - stale >= OFFLINE_AFTER_MS ? 'offline' : 'reconnecting', since: stale };
});

/** How long ago the service last sent something; undefined before the first frame. */
export const silenceMs = computed(() => {
  const at = now.value;
  const { lastSignAt } = socket ?? {};
  return lastSignAt === undefined ? undefined : Math.max(0, at - lastSignAt);
});

/** Whether the page may be out of date. */
export const isStale = computed(() => {
  const { state } = connection.value;
  return state === 'reconnecting' || state === 'offline';
});

type Listener<Type extends FrameType> = (frame: Frames[Type]) => void;
const listeners = new Map<FrameType, Set<(frame: Frame) => void>>();

/** Calls back for each frame of a type until the returned function is called: `useEffect(() => onFrame('message', …), [])`. */
export function onFrame<Type extends FrameType>(type: Type, listener: Listener<Type>): () => void {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all);
  // Safe: listeners get only frames of their own type.
  all.add(listener as (frame: Frame) => void);
  return () => void all.delete(listener as (frame: Frame) => void);
}

/** Number of subscribers to live readings by patient. */
const watched = new Map<string, number>();

/** Subscribes to a patient's `reading` frames until the returned function is called. */
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

/** Acknowledges one of the user's alerts; a frame confirms it. Returns false without a connection. */
export const acknowledgeLive = (alertId: string): boolean =>
  socket?.send({ type: 'acknowledge', data: { alertId } }) ?? false;

/** Reports alerts by the numbers of their events, or by their falls. Returns false without a connection. */
export const sendSeen = (data: { ids: number[]; fallIds: string[]; visible: boolean }): boolean =>
  socket?.send({ type: 'seen', data }) ?? false;

interface Listening {
  readonly onSessionEnded: () => void;
  /** The service asks to connect again, such as after a change of the role. */
  readonly onRefused: () => void;
}

/** Close code 1013: try again later. */
const TRY_AGAIN_LATER = 1013;

export function connect({ onSessionEnded, onRefused }: Listening): void {
  disconnect();
  socket = new LiveSocket({
    url: location.origin,
    session: api.session,
    now: serviceTime,
    pingEveryMs: PING_EVERY_MS,
    onState(state) {
      live.value = state;
      if (state.state === 'ended') onSessionEnded();
    },
    onClosed(code) {
      if (code === TRY_AGAIN_LATER) onRefused();
    },
    onFrame(frame) {
      if (frame.type === 'welcome' || frame.type === 'pong') setServerTime(frame.data.serverTime);
      if (frame.type === 'welcome') {
        for (const patientId of watched.keys()) socket?.send({ type: 'subscribe', data: { patientId } });
      }
      for (const listener of listeners.get(frame.type) ?? []) listener(frame);
    },
  });
}

export function disconnect(): void {
  socket?.close();
  socket = undefined;
  live.value = CONNECTING;
  withoutNetworkSince.value = null;
}

addEventListener('online', () => {
  withoutNetworkSince.value = null;
  socket?.wake();
});
addEventListener('offline', () => {
  if (socket !== undefined) withoutNetworkSince.value ??= now.peek();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') socket?.wake();
});
