import { effect, signal } from '@preact/signals';
import type { Alert, Board, Frame, StaffNotice } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { announce } from './announcements.ts';
import { connection, onFrame } from './connection.ts';
import { deviceAlerts, isDeviceAlert, teamDeviceAlerts } from './device-alerts.ts';
import { falls, fromBoard, putAlert, putChange, putDetail, SENSOR_SIGNS } from './falls.ts';
import { isLevel } from './levels.ts';
import { askUnread, loadUnread, putMessage } from './messages.ts';
import { people, putDeviceStatus, putReading, snapshots, totalPeople } from './people.ts';
import { watchPresses } from './presses.ts';
import { forgetFrames, isRequesting, keepFrame, replayWith, withReplay } from './replay.ts';
import { lacksSecondFactor, mustChangePassword, session, user } from './session.ts';
import { askOnDuty } from './shift.ts';

/** Keeps the state up to date: a snapshot when the socket opens, then its frames. */
const REFRESH_MS = 60_000;
/** Alerts within this time are loaded together. */
const BATCH_MS = 300;
/** Without a socket the board still loads, marked as out of date. */
const WITHOUT_SOCKET_MS = 2_500;

/** Whether the board has loaded: "No open alerts" is true only then. */
export const isLoaded = signal(false);
/** Notices to this user as a lead, an admin or a colleague, newest first. */
export const notices = signal<readonly StaffNotice[]>([]);
/** Reasons why no caregiver can be notified outside the console. */
export const warnings = signal<Board['warnings']>([]);

/** Handovers that await confirmation. */
export const handovers = signal<Board['handovers']>([]);

function apply(frame: Frame): void {
  switch (frame.type) {
    case 'alert':
    case 'alert.updated':
      if (isDeviceAlert(frame.data)) deviceAlerts.put(frame.data);
      else if (putAlert(frame.data) && frame.data.fallId !== null) {
        loadSoon(frame.data.fallId);
        announce(announcementOf(frame.data));
      }
      break;
    case 'alert.acknowledged':
      deviceAlerts.remove(frame.data.alertId);
      break;
    case 'response':
      // A patient's own falls have a list of their own (own-falls.ts).
      if (user.peek()?.role !== 'PATIENT' && putChange(frame.data)) loadSoon(frame.data.fallId);
      break;
    case 'device.status':
      putDeviceStatus(frame);
      break;
    case 'notice':
      notices.value = [frame.data, ...notices.peek().filter(({ subject }) => subject !== frame.data.subject)];
      break;
    case 'reading':
      putReading(frame);
      break;
  }
}

function announcementOf({ type, severity, patientName, patientRoom, isTest }: Alert): string {
  const sign = SENSOR_SIGNS.find((one) => type === `SENSOR_${one}`);
  const words = isTest ? common.testAlert : sign && common.sensorEvent[sign];
  const level = words ?? (isLevel(severity) ? common.level[severity] : severity);
  return board.announced(level, patientName, patientRoom ? common.room(patientRoom) : null);
}

function receive(frame: Frame): void {
  keepFrame(frame);
  apply(frame);
}

async function loadBoard(): Promise<void> {
  const putOnDuty = askOnDuty();
  const putUnread = askUnread();
  const answer = await api.get('/board');
  if (!answer.ok) return;
  const { data } = answer;
  // The board has their details; frames of falls that it lacks are applied again and ask for theirs.
  lacking.clear();
  falls.replace(data.falls.flatMap(fromBoard));
  deviceAlerts.replace(data.deviceAlerts);
  teamDeviceAlerts.value = data.teamDeviceAlerts;
  people.replace(data.people);
  totalPeople.value = data.totalPeople;
  snapshots.value += 1;
  notices.value = data.notices;
  warnings.value = data.warnings;
  handovers.value = data.handovers;
  putOnDuty(data.onDuty);
  putUnread(data.unreadMessages);
  isLoaded.value = true;
}

/** One request, which leaves five to the page (docs/contract.md, "Console"). */
async function load(): Promise<void> {
  const role = user.peek()?.role;
  if (role === undefined) return;
  await withReplay(role === 'PATIENT' ? loadUnread : loadBoard);
}

/** After an action whose answer is not a part of the board. */
export const refreshBoard = load;

/** The falls of alerts whose details are not loaded: a frame has no assessment. */
const lacking = new Set<string>();
/** Only the board shows details, so other pages ask for none. */
let boards = 0;
let isWaiting = false;

function loadSoon(fallId: string): void {
  lacking.add(fallId);
  waitForOthers();
}

function waitForOthers(): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(loadLacking, BATCH_MS);
}

/** One request, however many there are. */
function loadLacking(): void {
  isWaiting = false;
  if (boards === 0 || lacking.size === 0) return;
  // During many falls snapshots load one after the other, not in parallel.
  if (isRequesting()) return waitForOthers();
  const [id, ...others] = lacking;
  lacking.clear();
  void (id !== undefined && others.length === 0 ? loadFall(id) : load());
}

/** While a board is open, the details of new falls are loaded; the returned function ends it. */
export function followDetails(): () => void {
  boards += 1;
  waitForOthers();
  return () => {
    boards -= 1;
  };
}

const loadFall = (id: string): Promise<void> =>
  withReplay(async () => {
    const answer = await api.get('/falls/{id}', { path: { id } });
    if (answer.ok && !putDetail(answer.data, people.peek(answer.data.userId))) void load();
  });

function clear(): void {
  falls.replace([]);
  people.replace([]);
  deviceAlerts.replace([]);
  teamDeviceAlerts.value = [];
  notices.value = [];
  warnings.value = [];
  handovers.value = [];
  lacking.clear();
  forgetFrames();
}

export function startFeed(): void {
  replayWith(apply);
  for (const type of [
    'alert',
    'alert.updated',
    'alert.acknowledged',
    'response',
    'device.status',
    'notice',
    'reading',
  ] as const)
    onFrame(type, receive);
  watchPresses();
  onFrame('message', putMessage);
  onFrame('welcome', () => void load());
  // The frame has no note, so the board is loaded.
  onFrame('handover', () => void load());

  let refresh: ReturnType<typeof setInterval> | undefined;
  let withoutSocket: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearInterval(refresh);
    clearTimeout(withoutSocket);
    if (session.value.state !== 'in' || lacksSecondFactor.value || mustChangePassword.value) return clear();
    refresh = setInterval(() => {
      if (document.visibilityState === 'visible' && connection.peek().state === 'live') void load();
    }, REFRESH_MS);
    withoutSocket = setTimeout(() => {
      if (connection.peek().state !== 'live') void load();
    }, WITHOUT_SOCKET_MS);
  });
}
