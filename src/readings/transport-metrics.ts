import { PATH_RESIDENT } from '../accounts/vocabulary.ts';
import { AppError } from '../platform/errors.ts';
import type { Backlog } from './backlog/backlog.ts';
import type { ReadingHandler } from './handler.ts';
import type { ReadingTally } from './metrics.ts';

type Handler = Pick<ReadingHandler, 'handleReading'>;
type BacklogHandler = Pick<Backlog, 'handleBacklog'>;

/** Wraps the handler for one transport: its readings are counted under that transport's name. */
export const countedBy = (handler: Handler, tally: ReadingTally): Handler => ({
  handleReading: (principal, body, identity, reply, connection) =>
    // A path test must not hide that the wearables are silent.
    principal.userId === PATH_RESIDENT
      ? handler.handleReading(principal, body, identity, reply, connection)
      : handler.handleReading(principal, body, identity, tallied(tally, reply), connection),
});

/** Counts each entry of a backlog as a reading. */
export const backlogCountedBy = (backlog: BacklogHandler, tally: ReadingTally): BacklogHandler => ({
  async handleBacklog(principal, macAddress, message, identity) {
    const count = Array.isArray(message) ? message.length : 1;
    tally.received += count;
    try {
      const outcome = await backlog.handleBacklog(principal, macAddress, message, identity);
      tally.acknowledged += outcome.accepted + outcome.duplicates;
      refuse(tally, 400, outcome.refused.length);
      return outcome;
    } catch (error) {
      refuse(tally, error instanceof AppError ? error.status : 500, count);
      throw error;
    }
  },
});

/** Counts the reply. On the hot path: creates one closure per reading and nothing else. */
function tallied<Outcome>(tally: ReadingTally, reply: (outcome: Outcome | AppError) => void) {
  tally.received += 1;
  return (outcome: Outcome | AppError): void => {
    if (outcome instanceof AppError) refuse(tally, outcome.status, 1);
    else tally.acknowledged += 1;
    reply(outcome);
  };
}

function refuse({ refused }: ReadingTally, status: number, readings: number): void {
  if (readings > 0) refused.set(status, (refused.get(status) ?? 0) + readings);
}
