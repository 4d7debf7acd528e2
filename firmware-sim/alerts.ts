import { WebSocket } from 'ws';
import type { components } from '../client/api.ts';
import { LiveSocket } from '../client/live.ts';
import { createRest } from '../client/rest.ts';
import type { Api } from './api.ts';
import type { ResponseChange } from './response/records.ts';
import type { SimulatedFall } from './tally.ts';

/** The fields of a caregiver's alert that the simulator uses. */
export type Alert = Pick<
  components['schemas']['CaregiverAlert'],
  'id' | 'type' | 'patientName' | 'severity' | 'message' | 'timestamp' | 'fallId'
>;

const PER_PAGE = 100;
const FALL = 'FALL_DETECTED';

/** All alerts of a caregiver about events since a time, newest first. */
export async function listAlerts(api: Api, token: string, since: number): Promise<Alert[]> {
  const found: Alert[] = [];
  for (let page = 1; ; page++) {
    const query = { status: 'all', limit: PER_PAGE, page } as const;
    const { data } = await api.as(token).get('/caregivers/alerts', { query });
    found.push(...data.filter(({ type, timestamp }) => type === FALL && Date.parse(timestamp) >= since));
    if (data.length < PER_PAGE || Date.parse(data.at(-1)?.timestamp ?? '') < since) return found;
  }
}

/** For a patient without a caregiver: the falls in the patient's own list that would have alerted one. */
export async function listOwnFalls(api: Api, token: string, name: string, since: number): Promise<Alert[]> {
  const { data } = await api.as(token).get('/falls', { query: { days: 1, limit: PER_PAGE } });
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
      fallId: id,
    }));
}

export interface FallCheck {
  readonly alerted: readonly { readonly fall: SimulatedFall; readonly alert: Alert }[];
  readonly missed: readonly SimulatedFall[];
  /** Alerts that no simulated fall explains. */
  readonly falseAlarms: readonly Alert[];
}

/** An event has the time of its first suspicious reading, which is before the blow if the wearer stumbled first. */
const BEFORE_MS = 60_000;
/** A fall without Wi-Fi has no answer that shows its detection, so its alert must be very close in time. */
const SHORTLY_BEFORE_MS = 5_000;
const AFTER_MS = 20_000;

/**
 * Pairs each fall with one alert of the same patient at about the same time. An alert does not name its wearable, so a
 * fall counts only if an answer to its own wearable showed it too: a false alarm must not hide a missed fall.
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

export interface LiveListener {
  onAlert(alert: Alert): void;
  /** Called when a caregiver claims or resolves a fall, or the wearer cancels it. */
  onResponse(change: ResponseChange): void;
}

/** Listens on a caregiver's live socket. It resumes after a lost connection, so no alert is lost. */
export function watchAlerts(url: string, token: string, listener: LiveListener): Pick<LiveSocket, 'close'> {
  return new LiveSocket({
    url,
    session: createRest({ url, token }).session,
    WebSocket,
    onFrame(frame) {
      if (frame.type === 'response') listener.onResponse(frame.data);
      else if (frame.type !== 'alert' && frame.type !== 'alert.updated') return;
      else if (frame.data.type === FALL) listener.onAlert(frame.data);
    },
  });
}
