import { effect, signal } from '@preact/signals';
import type { Alert, Board, Frame, Frames, MorningQuestion, StaffNotice } from '../api/records.ts';
import { api } from '../api/rest.ts';
import { board } from '../text/en/board.ts';
import { common } from '../text/en/common.ts';
import { announce } from './announcements.ts';
import { connection, onFrame } from './connection.ts';
import { deviceAlerts, isDeviceAlert, teamDeviceAlerts } from './device-alerts.ts';
import {
  falls,
  fromBoard,
  movedOn,
  putAlert,
  putChange,
  putDetail,
  putReceipts,
  SENSOR_SIGNS,
  unanswered,
} from './falls.ts';
import { isLevel } from './levels.ts';
import { askUnread, loadUnread, putMessage } from './messages.ts';
import {
  people,
  putAbsence,
  putDeviceStatus,
  putReading,
  quietMs,
  snapshots,
  somebodyMayBeQuiet,
  totalPeople,
} from './people.ts';
import { putPlan, replacePlans } from './plans.ts';
import { watchPresses } from './presses.ts';
import { forgetFrames, isRequesting, keepFrame, replayWith, withReplay } from './replay.ts';
import { forgetSeen, haveSeenFalls, startSeen } from './seen.ts';
import { lacksSecondFactor, mustChangePassword, session, user } from './session.ts';
import { askOnDuty } from './shift.ts';
import { QUIET_CHECK_MS } from './wearable-signal.ts';

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

/** Unanswered questions about the last night. */
export const questions = signal<readonly MorningQuestion[]>([]);

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
      if (user.peek()?.role !== 'PATIENT') applyChange(frame.data);
      break;
    case 'receipts':
      putReceipts(frame.data);
      break;
    case 'device.status':
      putDeviceStatus(frame);
      break;
    case 'absence':
      putAbsence(frame);
      break;
    case 'notice':
      notices.value = [frame.data, ...notices.peek().filter(({ subject }) => subject !== frame.data.subject)];
      break;
    case 'plan.changed':
      putPlan(frame.data);
      break;
    case 'morning.question':
      putQuestion(frame.data);
      break;
    case 'reading':
      putReading(frame);
      break;
  }
}

/** A fall that had moved on is announced as a new one when there is a further sign. */
function applyChange(change: Frames['response']['data']): void {
  const { fallId } = change;
  const hadMovedOn = movedOn.peek().includes(fallId);
  if (putChange(change)) loadSoon(fallId);
  const fall = falls.peek(fallId);
  if (hadMovedOn && fall !== undefined && unanswered.peek().includes(fallId))
    announce(announced(common.level[fall.level], fall));
}

/** As asked, or as answered by anybody. */
export function putQuestion(question: MorningQuestion): void {
  const others = questions.peek().filter(({ id }) => id !== question.id);
  questions.value = question.answer === null ? [question, ...others] : others;
}

function announcementOf({ type, severity, patientName, patientRoom, isTest }: Alert): string {
  const sign = SENSOR_SIGNS.find((one) => type === `SENSOR_${one}`);
  const words = isTest ? common.testAlert : sign && common.sensorEvent[sign];
  const level = words ?? (isLevel(severity) ? common.level[severity] : severity);
  return announced(level, { patientName, patientRoom });
}

const announced = (level: string, { patientName, patientRoom }: Pick<Alert, 'patientName' | 'patientRoom'>) =>
  board.announced(level, patientName, patientRoom);

function receive(frame: Frame): void {
  keepFrame(frame);
  apply(frame);
}

async function loadBoard(): Promise<void> {
  const putOnDuty = askOnDuty();
  const putUnread = askUnread();
  const reply = await api.get('/board');
  if (!reply.ok) return;
  const { data } = reply;
  // The board has their details; frames of falls that it lacks are applied again and ask for theirs.
  lacking.clear();
  falls.replace(data.falls.flatMap(fromBoard));
  haveSeenFalls(data.falls.map(({ id }) => id));
  deviceAlerts.replace(data.deviceAlerts);
  teamDeviceAlerts.value = data.teamDeviceAlerts;
  quietMs.value = 1000 * data.quietSeconds;
  people.replace(data.people);
  totalPeople.value = data.totalPeople;
  snapshots.value += 1;
  notices.value = data.notices;
  replacePlans(data.plans);
  warnings.value = data.warnings;
  handovers.value = data.handovers;
  questions.value = data.morningQuestions;
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

const isWatched = (): boolean => document.visibilityState === 'visible' && connection.peek().state === 'live';

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
    const reply = await api.get('/falls/{id}', { path: { id } });
    if (reply.ok && !putDetail(reply.data, people.peek(reply.data.userId))) void load();
  });

function clear(): void {
  falls.replace([]);
  people.replace([]);
  deviceAlerts.replace([]);
  teamDeviceAlerts.value = [];
  notices.value = [];
  replacePlans([]);
  warnings.value = [];
  handovers.value = [];
  questions.value = [];
  lacking.clear();
  forgetFrames();
  forgetSeen();
}

export function startFeed(): void {
  replayWith(apply);
  for (const type of [
    'alert',
    'alert.updated',
    'alert.acknowledged',
    'response',
    'receipts',
    'device.status',
    'absence',
    'notice',
    'plan.changed',
    'morning.question',
    'reading',
  ] as const)
    onFrame(type, receive);
  watchPresses();
  startSeen();
  onFrame('message', putMessage);
  onFrame('welcome', () => void load());
  // The frame has no note, so the board is loaded.
  onFrame('handover', () => void load());

  let refresh: ReturnType<typeof setInterval> | undefined;
  let quiet: ReturnType<typeof setInterval> | undefined;
  let withoutSocket: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    clearInterval(refresh);
    clearInterval(quiet);
    clearTimeout(withoutSocket);
    if (session.value.state !== 'in' || lacksSecondFactor.value || mustChangePassword.value) return clear();
    refresh = setInterval(() => {
      if (isWatched()) void load();
    }, REFRESH_MS);
    quiet = setInterval(() => {
      if (somebodyMayBeQuiet() && isWatched()) void load();
    }, QUIET_CHECK_MS);
    withoutSocket = setTimeout(() => {
      if (connection.peek().state !== 'live') void load();
    }, WITHOUT_SOCKET_MS);
  });
}
