import { effect, signal } from '@preact/signals';
import type { Alert, Board, Frame } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { announce } from './announcements.ts';
import { connection, onFrame } from './connection.ts';
import { deviceAlerts, isDeviceAlert } from './device-alerts.ts';
import { falls, fromBoard, putAlert, putDetail, putResponse } from './falls.ts';
import { isLevel } from './levels.ts';
import { askUnread, loadUnread, putMessage } from './messages.ts';
import { people, putDeviceStatus, putReading, totalPeople } from './people.ts';
import { lacksSecondFactor, mustChangePassword, session, user } from './session.ts';
import { askOnDuty } from './shift.ts';

/**
 * What keeps the state true: a snapshot when the socket has opened, and its frames from then on. Frames that come while
 * a snapshot is under way are applied again after it, since it may be older than they are.
 */
const REFRESH_MS = 60_000;
/** Alerts that come together are looked up together. */
const GATHER_MS = 300;
/** More than these, and the whole board is asked for: it takes a page of hundreds longer than a few answers. */
const SINGLE_LOOKUPS = 5;
/** Without a socket the board is shown all the same, marked as what it is. */
const WITHOUT_SOCKET_MS = 2_500;

/** Whether anything is known yet: an empty board is good news only then. */
export const isLoaded = signal(false);
/** What keeps alerts from reaching a caregiver outside the console. */
export const warnings = signal<Board['warnings']>([]);

let loading = 0;
let meanwhile: Frame[] = [];

function apply(frame: Frame): void {
  switch (frame.type) {
    case 'alert':
    case 'alert.updated':
      if (isDeviceAlert(frame.data)) deviceAlerts.put(frame.data);
      else if (putAlert(frame.data) && frame.data.fallId !== null) {
        lookUp(frame.data.fallId);
        announce(announcementOf(frame.data));
      }
      break;
    case 'alert.acknowledged':
      deviceAlerts.remove(frame.data.alertId);
      break;
    case 'response':
      if (!putResponse(frame.data.fallId, frame.data.response, frame.data.level)) lookUp(frame.data.fallId);
      break;
    case 'device.status':
      putDeviceStatus(frame);
      break;
    case 'reading':
      putReading(frame);
      break;
  }
}

function announcementOf({ severity, patientName, patientRoom }: Alert): string {
  const level = isLevel(severity) ? common.level[severity] : severity;
  return board.announced(level, patientName, patientRoom ? common.room(patientRoom) : null);
}

function receive(frame: Frame): void {
  if (loading > 0) meanwhile.push(frame);
  apply(frame);
}

async function loadBoard(): Promise<void> {
  const putOnDuty = askOnDuty();
  const putUnread = askUnread();
  const answer = await api.get('/board');
  if (!answer.ok) return;
  const { data } = answer;
  falls.replace(data.falls.flatMap(fromBoard));
  deviceAlerts.replace(data.deviceAlerts);
  people.replace(data.people);
  totalPeople.value = data.totalPeople;
  warnings.value = data.warnings;
  putOnDuty(data.onDuty);
  putUnread(data.unreadMessages);
  isLoaded.value = true;
}

/** One question: a page has five others for itself (docs/contract.md, "Console"). */
async function load(): Promise<void> {
  const role = user.peek()?.role;
  if (role === undefined) return;
  loading += 1;
  await (role === 'PATIENT' ? loadUnread() : loadBoard());
  loading -= 1;
  if (loading > 0) return;
  const again = meanwhile;
  meanwhile = [];
  for (const frame of again) apply(frame);
}

let gathered = new Set<string>();
/** An alert tells that somebody fell; why it is thought so must be asked for. */
function lookUp(fallId: string): void {
  if (user.peek()?.role === 'PATIENT') return;
  gathered.add(fallId);
  if (gathered.size > 1) return;
  setTimeout(lookUpGathered, GATHER_MS);
}

function lookUpGathered(): void {
  // In a rush of falls one snapshot follows the other, not all at once.
  if (loading > 0 && gathered.size > 0) return void setTimeout(lookUpGathered, GATHER_MS);
  const ids = [...gathered];
  gathered = new Set();
  if (ids.length > SINGLE_LOOKUPS) void load();
  else for (const id of ids) void lookUpOne(id);
}

async function lookUpOne(id: string): Promise<void> {
  const answer = await api.get('/falls/{id}', { path: { id } });
  if (answer.ok && !putDetail(answer.data, people.peek(answer.data.userId))) void load();
}

function forget(): void {
  falls.replace([]);
  people.replace([]);
  deviceAlerts.replace([]);
  warnings.value = [];
  gathered.clear();
  meanwhile = [];
}

export function startFeed(): void {
  for (const type of [
    'alert',
    'alert.updated',
    'alert.acknowledged',
    'response',
    'device.status',
    'reading',
  ] as const)
    onFrame(type, receive);
  onFrame('message', putMessage);
  onFrame('welcome', () => void load());

  let refresh: ReturnType<typeof setInterval> | undefined;
  let withoutSocket: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearInterval(refresh);
    clearTimeout(withoutSocket);
    if (session.value.state !== 'in' || lacksSecondFactor.value || mustChangePassword.value) return forget();
    refresh = setInterval(() => {
      if (document.visibilityState === 'visible' && connection.peek().state === 'live') void load();
    }, REFRESH_MS);
    withoutSocket = setTimeout(() => {
      if (connection.peek().state !== 'live') void load();
    }, WITHOUT_SOCKET_MS);
  });
}
