import { assessmentFrame, type Command, recordFrameRefusal, refusalFrame } from '../live/index.ts';
import { AppError, Forbidden, TooManyRequests } from '../platform/errors.ts';
import type { AuditTrail } from '../platform/http/audit.ts';
import { assessedJson } from './assessed-json.ts';
import type { ReadingHandler } from './handler.ts';

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
    handler.handleReading(socket.principal, data, undefined, (outcome) => {
      socket.inFlight -= 1;
      if (outcome instanceof Forbidden) recordFrameRefusal(audit, socket, 'reading', outcome);
      socket.send(
        outcome instanceof AppError
          ? refusalFrame('assessment', outcome, ref)
          : assessmentFrame(ref, assessedJson(outcome)),
      );
    });
  };
