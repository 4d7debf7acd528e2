import type { EventLog } from '../live/index.ts';
import { requireResponderTo } from '../people/index.ts';
import { Conflict, NotFound } from '../platform/errors.ts';
import type { Principal } from '../platform/http/principal.ts';
import { careTeamsOf, lockForRaise, type Responses } from '../response/index.ts';
import { eventsAbout } from './live-events.ts';
import { findQuestion, type MorningQuestion, saveAnswer } from './store.ts';
import type { MorningAnswer } from './vocabulary.ts';

interface AnswerDeps {
  readonly events: Pick<EventLog, 'transaction'>;
  readonly responses: Pick<Responses, 'setOutcome'>;
  readonly now: () => number;
}

/** What an answer says about the detector. */
const OUTCOMES = { well: 'FALSE_ALARM', had_fallen: 'CONFIRMED', unknown: undefined } as const;

/** False if the caller has given this answer before; throws 409 if the question has another one. */
export async function answerQuestion(
  { events, responses, now }: AnswerDeps,
  { id, fallId, patientId }: MorningQuestion,
  principal: Principal,
  answer: MorningAnswer,
): Promise<boolean> {
  const { userId } = principal;
  const { isNew, afterCommit } = await events.transaction(async (q) => {
    // Answers about one patient take turns.
    await lockForRaise(q, [patientId], userId);
    await requireResponderTo(q, principal, patientId);
    const before = await findQuestion(q, id);
    if (before === undefined) throw new NotFound('Morning question');
    if (before.answer !== null) {
      if (before.answeredBy?.id !== userId || before.answer !== answer) throw alreadyAnswered(before);
      return { result: { isNew: false, afterCommit: undefined }, events: [] };
    }
    const at = new Date(now());
    const outcome = OUTCOMES[answer];
    // The fall before the question, as when it is deleted.
    const afterCommit = outcome && (await responses.setOutcome(q, { fallId, patientId, outcome, at }));
    await saveAnswer(q, id, answer, userId, at);
    const careTeam = (await careTeamsOf(q, [patientId], at))(patientId);
    return { result: { isNew: true, afterCommit }, events: await eventsAbout(q, id, careTeam) };
  });
  await afterCommit?.();
  return isNew;
}

const alreadyAnswered = ({ answeredBy }: MorningQuestion): Conflict =>
  new Conflict('This question is answered already', {
    code: 'ALREADY_ANSWERED',
    ...(answeredBy && { details: { answeredBy: answeredBy.name } }),
  });
