import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerBody,
  type AssessmentBody,
  answerOutcomeOf,
  type OpenLink,
  type Outcome,
  outcomeOf,
} from './link.ts';

const ATTEMPTS = 4;
const PATIENCE_MS = 10_000;
const MAX_PAUSE_S = 5;

/** One POST a reading. A reading that got no answer is sent again under the same key, so it is stored once. */
export function httpLinks(apiUrl: string): OpenLink {
  return ({ owner, macAddress }) => {
    const headers = { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' };

    async function attempt(
      body: string,
      key: string,
    ): Promise<{ outcome: Outcome; pauseS: number | undefined }> {
      try {
        const response = await fetch(`${apiUrl}/device/sensor-stream`, {
          method: 'POST',
          headers: { ...headers, 'Idempotency-Key': key },
          body,
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const outcome = outcomeOf((await response.json()) as AssessmentBody, response.status);
        const again = response.status === 503;
        return { outcome, pauseS: again ? Number(response.headers.get('retry-after') ?? 1) : undefined };
      } catch (error) {
        return { outcome: { kind: 'unanswered', reason: reasonOf(error) }, pauseS: 1 };
      }
    }

    return {
      async send(reading) {
        const body = JSON.stringify(reading);
        const key = randomUUID();
        for (let tries = 1; ; tries++) {
          const { outcome, pauseS } = await attempt(body, key);
          if (pauseS === undefined || tries === ATTEMPTS) return outcome;
          await sleep(Math.min(MAX_PAUSE_S, pauseS) * 1000);
        }
      },
      async answer(answer) {
        try {
          const response = await fetch(`${apiUrl}/device/${encodeURIComponent(macAddress)}/answer`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ answer }),
            signal: AbortSignal.timeout(PATIENCE_MS),
          });
          return answerOutcomeOf((await response.json()) as AnswerBody, response.status);
        } catch (error) {
          return { kind: 'unanswered', reason: reasonOf(error) };
        }
      },
      drop() {},
      async restore() {},
      async close() {},
    };
  };
}

/** fetch's own message is always `fetch failed`; the reason is in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause as { code?: string } | undefined;
  return cause?.code ?? error.message;
}
