import { answerOutcomeOf, outcomeOf, type Silence } from '../../client/link.ts';
import { createRest, type Problem } from '../../client/rest.ts';
import type { OpenLink } from './link.ts';

const PATIENCE_MS = 10_000;
const UNAVAILABLE = 503;

/** One POST per reading, with a key by which the service recognises a repetition. */
export function httpLinks(url: string): OpenLink {
  return ({ owner, macAddress }) => {
    const rest = createRest({ url, token: owner.token, timeoutMs: PATIENCE_MS });
    return {
      repeats: ['reading'],
      async send(reading, { key }) {
        const answer = await rest.post('/device/sensor-stream', { body: reading, idempotencyKey: key });
        return silenceOf(answer) ?? outcomeOf(answer);
      },
      async answer(answer) {
        const given = await rest.post('/device/{id}/answer', { path: { id: macAddress }, body: { answer } });
        return silenceOf(given) ?? answerOutcomeOf(given);
      },
      drop() {},
      restore: async () => false,
      async close() {},
    };
  };
}

/** While the database is unavailable nothing is stored, and the request may be retried. */
const silenceOf = (answer: Problem | { readonly ok: true }): Silence | undefined =>
  !answer.ok && (answer.status === 0 || answer.status === UNAVAILABLE)
    ? { kind: 'unanswered', reason: answer.error }
    : undefined;
