import { WebSocket } from 'ws';
import type { Api } from './api.ts';
import type { ResponseChange } from './response/records.ts';
import type { SimulatedFall } from './tally.ts';

/** A caregiver's alert: docs/contract.md, "Alerts". */
export interface Alert {
  readonly id: string;
  readonly type: string;
  readonly patientName: string;
  readonly severity: string;
  readonly message: string;
  readonly timestamp: string;
  /** On the live socket. */
  readonly fallId?: string;
}

const PER_PAGE = 100;
const FALL = 'FALL_DETECTED';

/** All alerts of a caregiver about events since then, newest first. */
export async function listAlerts(api: Api, token: string, since: number): Promise<Alert[]> {
  const found: Alert[] = [];
  for (let page = 1; ; page++) {
    const query = `status=all&limit=${PER_PAGE}&page=${page}`;
    const { data } = await api.request<Alert[]>('GET', `/caregivers/alerts?${query}`, { token });
    found.push(...data.filter(({ type, timestamp }) => type === FALL && Date.parse(timestamp) >= since));
    if (data.length < PER_PAGE || Date.parse(data.at(-1)?.timestamp ?? '') < since) return found;
  }
}

/** For a patient without a caregiver: the falls of the patient's own list that would have alerted one. */
export async function listOwnFalls(api: Api, token: string, name: string, since: number): Promise<Alert[]> {
  const { data } = await api.request<{ id: string; status: string; createdAt: string }[]>(
    'GET',
    `/falls?days=1&limit=${PER_PAGE}`,
    { token },
  );
  return data
    .filter(
      ({ status, createdAt }) =>
        Date.parse(createdAt) >= since && status !== 'SUSPICIOUS' && status !== 'NO_FALL',
    )
    .map(({ id, status, createdAt }) => ({
      id,
      type: FALL,
      patientName: name,
      severity: status,
      message: '',
      timestamp: createdAt,
    }));
}

export interface FallCheck {
  readonly alerted: readonly { readonly fall: SimulatedFall; readonly alert: Alert }[];
  readonly missed: readonly SimulatedFall[];
  /** Alerts that no simulated fall explains. */
  readonly falseAlarms: readonly Alert[];
}

/** An event carries the time of its first suspicious reading: before the blow if the wearer had stumbled already. */
const BEFORE_MS = 60_000;
/** A fall without Wi-Fi has no answer that shows its detection, so its alert must be very near in time. */
const SHORTLY_BEFORE_MS = 5_000;
const AFTER_MS = 20_000;

/**
 * Pairs each fall with one alert of the same patient at about the same time. An alert does not name its wearable,
 * so a fall counts only if an answer to its own wearable showed it too: a false alarm must not hide a missed fall.
 */
export function matchFalls(falls: readonly SimulatedFall[], alerts: readonly Alert[]): FallCheck {
  const free = new Set(alerts);
  const alerted: { fall: SimulatedFall; alert: Alert }[] = [];
  const missed: SimulatedFall[] = [];
  for (const fall of [...falls].sort((a, b) => a.at - b.at)) {
    const alert = fall.detectedAt === undefined && !fall.offline ? undefined : nearest(fall, free);
    if (alert === undefined) missed.push(fall);
    else {
      free.delete(alert);
      alerted.push({ fall, alert });
    }
  }
  return { alerted, missed, falseAlarms: [...free] };
}

function nearest({ ownerName, at, offline }: SimulatedFall, alerts: Iterable<Alert>): Alert | undefined {
  const early = offline ? SHORTLY_BEFORE_MS : BEFORE_MS;
  const after = ({ timestamp }: Alert): number => Date.parse(timestamp) - at;
  const [alert] = [...alerts]
    .filter((candidate) => candidate.patientName === ownerName)
    .filter((candidate) => after(candidate) > -early && after(candidate) < AFTER_MS)
    .sort((a, b) => Math.abs(after(a)) - Math.abs(after(b)));
  return alert;
}

export interface LiveAlerts {
  close(): void;
}

type LiveFrame = { readonly id?: number } & (
  | { readonly type: 'alert' | 'alert.updated'; readonly data: Alert }
  | { readonly type: 'response'; readonly data: ResponseChange }
  | { readonly type: 'welcome' }
);

export interface LiveListener {
  onAlert(alert: Alert, type: string): void;
  /** Somebody goes, has been, or need not go. */
  onResponse(change: ResponseChange): void;
}

const RECONNECT_MS = 1_000;

/** Listens on a caregiver's live socket; after a break it goes on where it stopped, so no alert is lost. */
export function watchAlerts(apiUrl: string, token: string, listener: LiveListener): LiveAlerts {
  let closed = false;
  let last: number | undefined;
  let socket: WebSocket;

  const connect = (): void => {
    const resume = last === undefined ? '' : `?after=${last}`;
    socket = new WebSocket(`${apiUrl.replace(/^http/, 'ws')}/live${resume}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    socket.on('message', (text) => {
      const frame = JSON.parse(String(text)) as LiveFrame;
      last = frame.id ?? last;
      if (frame.type === 'response') listener.onResponse(frame.data);
      else if (frame.type !== 'alert' && frame.type !== 'alert.updated') return;
      else if (frame.data.type === FALL) listener.onAlert(frame.data, frame.type);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (!closed) setTimeout(connect, RECONNECT_MS).unref();
    });
  };
  connect();
  return {
    close() {
      closed = true;
      socket.close(1000);
    },
  };
}
