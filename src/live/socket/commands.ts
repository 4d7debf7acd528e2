import { AppError, Forbidden, internalError, TooManyRequests } from '../../platform/errors.ts';
import type { AuditTrail } from '../../platform/http/audit.ts';
import type { Log } from '../../platform/log.ts';
import { requireFrameScope } from './frame-scopes.ts';
import type { ClientFrameType } from './frame-types.ts';
import {
  type ClientFrame,
  complaintFrame,
  frameOf,
  identifierIn,
  readFrame,
  refusalFrame,
} from './frames.ts';
import { CLOSE, MAX_BAD_FRAMES } from './limits.ts';
import type { LiveSocket } from './live-socket.ts';
import { recordAuditLine, recordFrameRefusal } from './socket-audit.ts';
import { type Subscriptions, subscribedFrame } from './subscriptions.ts';

/** Handles one type of client frame. */
export type Command = (socket: LiveSocket, frame: ClientFrame) => Promise<void> | void;

export interface CommandDeps {
  /** Commands of other modules, by frame type. */
  readonly commands: Readonly<
    Record<Exclude<ClientFrameType, 'subscribe' | 'unsubscribe' | 'ping'>, Command>
  >;
  readonly subscriptions: Subscriptions;
  readonly audit: AuditTrail;
  readonly now: () => number;
  readonly log: Log;
}

/** Applies to all frames except readings, which have their own schedule, and a wearer's answers, which may bring help. */
const CONTROL_FRAMES_PER_SECOND = 50;
/** A client that subscribes to hundreds of patients at once gets 429; above this rate a frame counts as a bad frame. */
const FLOOD_PER_SECOND = 1_000;

/** Reads a client's frames and passes each to the command of its type. */
export function createCommands({
  commands: others,
  subscriptions,
  audit,
  now,
  log,
}: CommandDeps): (socket: LiveSocket, bytes: ArrayBuffer, isBinary: boolean) => void {
  const commands: Readonly<Record<ClientFrameType, Command>> = {
    ...others,

    async subscribe(socket, frame) {
      const patientId = identifierIn(frame, 'patientId');
      await subscriptions.subscribe(socket, patientId);
      if (patientId !== socket.userId) {
        recordAuditLine(audit, socket, {
          action: 'health.read',
          message: 'Watches live readings',
          subjectId: patientId,
        });
      }
      socket.send(subscribedFrame(patientId, true, frame.ref));
    },

    unsubscribe(socket, frame) {
      const patientId = identifierIn(frame, 'patientId');
      subscriptions.unsubscribe(socket, patientId);
      socket.send(subscribedFrame(patientId, false, frame.ref));
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

  function refuse(socket: LiveSocket, { type, ref }: ClientFrame, error: unknown): void {
    if (error instanceof Forbidden) recordFrameRefusal(audit, socket, type, error);
    const refusal = error instanceof AppError ? error : internalError();
    if (refusal.status >= 500) log.error({ err: error, type }, 'live socket: frame failed');
    socket.send(refusalFrame(isOfToken(refusal) ? 'error' : replyType(type), refusal, ref));
  }

  return (socket, bytes, isBinary) => {
    const frame = readFrame(bytes, isBinary);
    if (typeof frame === 'string') return complain(socket, complaintFrame(frame));
    if (frame.type !== 'reading' && isTooBusy(socket, frame.type)) {
      const refusal = new TooManyRequests(`At most ${CONTROL_FRAMES_PER_SECOND} frames per second`, 1);
      const reply = refusalFrame(replyType(frame.type), refusal, frame.ref);
      if (socket.controlFrames > FLOOD_PER_SECOND) complain(socket, reply);
      else socket.send(reply);
      return;
    }
    socket.badFrames = 0;
    try {
      requireFrameScope(socket.principal, frame.type);
      const work = commands[frame.type](socket, frame);
      work?.catch((error: unknown) => refuse(socket, frame, error));
    } catch (error) {
      refuse(socket, frame, error);
    }
  };
}

/** docs/tokens.md, "Scopes": a frame that the token does not cover always gets an `error` frame. */
const isOfToken = ({ code }: AppError): boolean =>
  code === 'NOT_FOR_DEVICE_TOKENS' || code === 'SCOPE_MISSING' || code === 'NOT_FOR_SERVICE_ACCOUNTS';

const replyType = (type: ClientFrameType) =>
  type === 'answer' || type === 'backlog' ? 'assessment' : 'error';
