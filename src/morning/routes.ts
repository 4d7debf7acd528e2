import type { EventLog } from '../live/index.ts';
import { patientsShownTo, requireResponderTo } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { NotFound } from '../platform/errors.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import { found } from '../platform/http/path-id.ts';
import { type Route, route } from '../platform/http/route.ts';
import { page, success } from '../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../platform/schema/paging.ts';
import type { Responses } from '../response/index.ts';
import { answerQuestion } from './answer.ts';
import { AnswerToQuestion, MorningQuestion } from './schema.ts';
import { findQuestion, listQuestions, QUESTION_SORTS } from './store.ts';

interface MorningRouteDeps {
  readonly db: Database;
  readonly events: Pick<EventLog, 'transaction'>;
  readonly responses: Pick<Responses, 'setOutcome'>;
  readonly now: () => number;
}

/** docs/response.md, "Morning questions". */
export function morningRoutes(deps: MorningRouteDeps): readonly Route[] {
  const { db } = deps;
  return [
    route({
      operation: 'listMorningQuestions',
      at: 'GET /morning-questions',
      access: ['CAREGIVER', 'ADMIN'],
      summary: "List morning questions about the caregiver's patients, newest first. Admins see all.",
      query: pageQuery({}, QUESTION_SORTS),
      reply: page(MorningQuestion),
      async handle({ principal, query, record }) {
        const { rows, pagination } = await listQuestions(
          db,
          patientsShownTo('team', principal),
          readPage(query),
        );
        const patients = [...new Set(rows.map(({ patientId }) => patientId))];
        if (patients.length > 0) recordHealthRead({ principal, record }, 'morning questions', patients);
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'answerMorningQuestion',
      at: 'POST /morning-questions/:id/answer',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'respond',
      fromStation: true,
      summary:
        "Answer a morning question. The answer is the event's outcome, unless it is `unknown`. For assigned caregivers and admins.",
      async target({ principal, params }) {
        const question = await found('Morning question', params.id, (id) => findQuestion(db, id));
        await requireResponderTo(db, principal, question.patientId);
        return question;
      },
      body: AnswerToQuestion,
      reply: success(MorningQuestion),
      async handle({ target, principal, body, record }) {
        if (await answerQuestion(deps, target, principal, body.answer))
          record({
            action: 'morning-question.answered',
            message: 'Answered a morning question',
            subjectId: target.patientId,
          });
        const answered = await findQuestion(db, target.id);
        if (answered === undefined) throw new NotFound('Morning question');
        return { data: answered };
      },
    }),
  ];
}
