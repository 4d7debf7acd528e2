import type { ClientFrameType } from '../../app/live-channel.ts';
import { findDeviceNamed } from '../../devices/store/devices.ts';
import { checkSocketSignal } from '../../falls/wearer-signal-schema.ts';
import type { WearerSignals } from '../../falls/wearer-signals.ts';
import {
  AppError,
  Forbidden,
  InvalidInput,
  internalError,
  NotFound,
  TooManyRequests,
} from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { isUuid } from '../../platform/schema/primitives.ts';
import { assessedJson } from '../../readings/assessed-json.ts';
import type { ReadingHandler } from '../../readings/handler.ts';
import {
  type AcknowledgeDeps,
  acknowledge,
  acknowledgedAuditLine,
  acknowledgement,
  requireOwnAlert,
} from '../../response/acknowledge.ts';
import { findAlert } from '../../response/store/alerts.ts';
import {
  assessmentFrame,
  type ClientFrame,
  complaintFrame,
  frameOf,
  readFrame,
  refusalFrame,
} from './frames.ts';
import { CLOSE, type LiveSocket } from './live-socket.ts';
import { type Subscriptions, subscribedFrame } from './subscriptions.ts';

export interface CommandDeps extends AcknowledgeDeps {
  readonly stream: ReadingHandler;
  readonly answers: WearerSignals;
  readonly subscriptions: Subscriptions;
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly log: Log;
}

type Command = (socket: LiveSocket, frame: ClientFrame) => Promise<void> | void;

/** docs/live-socket.md, "Limits, and why a socket closes": ten frames in a row that are none close the socket. */
const MAX_BAD_FRAMES = 10;
const MAX_IN_FLIGHT = 1_000;
/** Everything but readings, which have a schedule of their own, and a wearer's answers, which may bring help. */
const CONTROL_FRAMES_PER_SECOND = 50;
/** A client that subscribes to hundreds of patients at once gets 429; beyond this a frame counts as a bad one. */
const FLOOD_PER_SECOND = 1_000;

/** The frames that a client may send, one entry each. */
export function createCommands(
  deps: CommandDeps,
): (socket: LiveSocket, bytes: ArrayBuffer, isBinary: boolean) => void {
  const { db, stream, answers, subscriptions, audit, now, log } = deps;

  const commands: Readonly<Record<ClientFrameType, Command>> = {
    reading(socket, { ref, data }) {
      if (socket.inFlight >= MAX_IN_FLIGHT) {
        const refusal = new TooManyRequests('Too many readings are waiting for their answer', 1);
        socket.send(refusalFrame('assessment', refusal, ref));
        return;
      }
      socket.inFlight += 1;
      stream.handleReading(socket.principal, data, undefined, (outcome) => {
        socket.inFlight -= 1;
        if (outcome instanceof Forbidden) recordRefusal(socket, 'reading', outcome);
        socket.send(
          outcome instanceof AppError
            ? refusalFrame('assessment', outcome, ref)
            : assessmentFrame(ref, assessedJson(outcome)),
        );
      });
    },

    async answer(socket, { ref, data }) {
      const { answer, deviceId } = checkSocketSignal.parse(data);
      socket.inFlight += 1;
      try {
        const device = deviceId ? await findDeviceNamed(db, deviceId) : undefined;
        if (deviceId && device === undefined) throw new NotFound('Device');
        const { status, fall } = await answers.answer(socket.principal, device, answer);
        socket.send(frameOf({ type: 'assessment', ref, status, data: fall }));
      } finally {
        socket.inFlight -= 1;
      }
    },

    async subscribe(socket, frame) {
      const patientId = identifier(frame, 'patientId');
      await subscriptions.subscribe(socket, patientId);
      if (patientId !== socket.userId) {
        recordAuditLine(socket, {
          action: 'health.read',
          message: 'Watches live readings',
          subjectId: patientId,
        });
      }
      socket.send(subscribedFrame(patientId, true, frame.ref));
    },

    unsubscribe(socket, frame) {
      const patientId = identifier(frame, 'patientId');
      subscriptions.unsubscribe(socket, patientId);
      socket.send(subscribedFrame(patientId, false, frame.ref));
    },

    async acknowledge(socket, frame) {
      const alert = await findAlert(db, identifier(frame, 'alertId'));
      if (alert === undefined) throw new NotFound('Alert');
      await requireOwnAlert(db, alert, socket.principal);
      socket.acknowledging ??= new Map();
      socket.acknowledging.set(alert.id, frame.ref);
      try {
        const done = await acknowledge(deps, alert, socket.userId, new Date(now()));
        if (done === undefined) throw new NotFound('Alert');
      } catch (error) {
        socket.acknowledging.delete(alert.id);
        throw error;
      }
      recordAuditLine(socket, acknowledgedAuditLine(alert));
      // The event has answered already, unless there was none because it was acknowledged before.
      if (!socket.acknowledging.delete(alert.id)) return;
      const by = alert.acknowledgedBy ?? (alert.acknowledged ? null : socket.userId);
      const data = acknowledgement(alert, by, alert.acknowledgedAt ?? new Date(now()));
      socket.send(frameOf({ type: 'alert.acknowledged', ref: frame.ref, data }));
    },

    ping(socket, { ref }) {
      socket.send(frameOf({ type: 'pong', ref, data: { serverTime: new Date(now()) } }));
    },
  };

  function isTooBusy(socket: LiveSocket, type: ClientFrameType): boolean {
    const second = Math.floor(now() / 1000);
    if (socket.controlWindow !== second) {
      socket.controlWindow = second;
      socket.controlFrames = 0;
    }
    socket.controlFrames += 1;
    return socket.controlFrames > (type === 'answer' ? FLOOD_PER_SECOND : CONTROL_FRAMES_PER_SECOND);
  }

  function complain(socket: LiveSocket, frame: Buffer): void {
    socket.badFrames += 1;
    if (!socket.send(frame) || socket.badFrames < MAX_BAD_FRAMES) return;
    socket.end(CLOSE.badFrames, `${MAX_BAD_FRAMES} bad frames in a row`);
  }

  function recordAuditLine(
    socket: LiveSocket,
    entry: { action: string; message: string; outcome?: 'refused'; subjectId?: string },
  ): void {
    const { userId: actorId, ip, requestId } = socket;
    void audit.recordAuditLine({ ...entry, actorId, ip, requestId });
  }

  function recordRefusal(socket: LiveSocket, type: string, error: Forbidden): void {
    const message = `live socket, ${type}: ${error.message}`;
    recordAuditLine(socket, { action: 'access.refused', outcome: 'refused', message });
  }

  function refuse(socket: LiveSocket, { type, ref }: ClientFrame, error: unknown): void {
    if (error instanceof Forbidden) recordRefusal(socket, type, error);
    const refusal = error instanceof AppError ? error : internalError();
    if (refusal.status >= 500) log.error({ err: error, type }, 'a frame could not be dealt with');
    socket.send(refusalFrame(answeringType(type), refusal, ref));
  }

  return (socket, bytes, isBinary) => {
    const frame = readFrame(bytes, isBinary);
    if (typeof frame === 'string') return complain(socket, complaintFrame(frame));
    if (frame.type !== 'reading' && isTooBusy(socket, frame.type)) {
      const refusal = new TooManyRequests(`At most ${CONTROL_FRAMES_PER_SECOND} frames per second`, 1);
      const answer = refusalFrame(answeringType(frame.type), refusal, frame.ref);
      if (socket.controlFrames > FLOOD_PER_SECOND) complain(socket, answer);
      else socket.send(answer);
      return;
    }
    socket.badFrames = 0;
    try {
      const work = commands[frame.type](socket, frame);
      work?.catch((error: unknown) => refuse(socket, frame, error));
    } catch (error) {
      refuse(socket, frame, error);
    }
  };
}

const answeringType = (type: ClientFrameType) => (type === 'answer' ? 'assessment' : 'error');

function identifier(frame: ClientFrame, name: 'patientId' | 'alertId'): string {
  const value = frame.field(name);
  if (value === undefined) throw new InvalidInput({ [name]: 'is required' });
  if (typeof value !== 'string' || !isUuid(value)) throw new InvalidInput({ [name]: 'must be a UUID' });
  return value.toLowerCase();
}
