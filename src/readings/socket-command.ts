import { assessmentFrame, type Command, frameOf, recordFrameRefusal, refusalFrame } from '../live/index.ts';
import { AppError, Forbidden, TooManyRequests } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import { onlyForDeviceTokens } from '../platform/http/principal.ts';
import { assessedJson } from './assessed-json.ts';
import type { Backlog } from './backlog/backlog.ts';
import type { ReadingHandler } from './handler.ts';
import { identityIn } from './idempotency-key.ts';
import { ownReading } from './own-reading.ts';

const MAX_IN_FLIGHT = 1_000;

interface ReadingCommandDeps {
  readonly handler: Pick<ReadingHandler, 'handleReading'>;
  readonly audit: AuditTrail;
}

/** Handles `reading` frames of the live socket. */
export const readingCommand =
  ({ handler, audit }: ReadingCommandDeps): Command =>
  (socket, { ref, data }) => {
    if (socket.inFlight >= MAX_IN_FLIGHT) {
      const refusal = new TooManyRequests('Too many readings are unacknowledged', 1);
      socket.send(refusalFrame('assessment', refusal, ref));
      return;
    }
    socket.inFlight += 1;
    const body = ownReading(socket.principal, data, true);
    const identity = identityIn(data);
    const isRefused = identity instanceof AppError;
    const reading = isRefused && !(body instanceof AppError) ? identity : body;
    handler.handleReading(socket.principal, reading, isRefused ? undefined : identity, (outcome) => {
      socket.inFlight -= 1;
      if (outcome instanceof Forbidden) recordFrameRefusal(audit, socket, 'reading', outcome);
      socket.send(
        outcome instanceof AppError
          ? refusalFrame('assessment', outcome, ref)
          : assessmentFrame(ref, assessedJson(outcome)),
      );
    });
  };

/** `backlog` frames: readings that a device kept while it was offline. */
export const backlogCommand =
  (backlog: Pick<Backlog, 'handleBacklog'>): Command =>
  async (socket, { ref, data }) => {
    const { device } = socket.principal;
    if (device === undefined) throw onlyForDeviceTokens();
    const { readings } = (data ?? {}) as { readonly readings?: unknown };
    socket.inFlight += 1;
    try {
      const outcome = await backlog.handleBacklog(socket.principal, device.macAddress, readings);
      socket.send(frameOf({ type: 'assessment', ref, status: 200, data: outcome }));
    } finally {
      socket.inFlight -= 1;
    }
  };
