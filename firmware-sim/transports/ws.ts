import { WebSocket } from 'ws';
import {
  type AnswerBody,
  type AssessmentBody,
  answerOutcomeOf,
  type OpenLink,
  type Outcome,
  outcomeOf,
} from './link.ts';

const PATIENCE_MS = 10_000;

interface Frame extends AssessmentBody {
  readonly type: string;
  readonly ref?: string | number;
  readonly data?: NonNullable<AssessmentBody['data'] & AnswerBody['data']>;
}

type Silence = Extract<Outcome, { kind: 'unsent' | 'unanswered' }>;

/** The live socket: a `reading` or `answer` frame with a `ref`, answered by an `assessment` with the same. */
export function webSocketLinks(apiUrl: string): OpenLink {
  return ({ owner, macAddress }) => {
    const waiting = new Map<string, (answer: Frame | Silence) => void>();
    let socket: WebSocket | undefined;
    let number = 0;

    function settle(ref: string, answer: Frame | Silence): void {
      waiting.get(ref)?.(answer);
      waiting.delete(ref);
    }

    function hear(text: string): void {
      const frame = JSON.parse(text) as Frame;
      const forUs = frame.type === 'assessment' || frame.type === 'error';
      if (forUs && frame.ref !== undefined) settle(String(frame.ref), frame);
    }

    function forsake(reason: string): void {
      for (const ref of [...waiting.keys()]) settle(ref, { kind: 'unanswered', reason });
    }

    async function exchange(type: string, data: object): Promise<Frame | Silence> {
      if (socket?.readyState !== WebSocket.OPEN) return { kind: 'unsent' };
      const ref = `${macAddress}/${number++}`;
      const answered = new Promise<Frame | Silence>((resolve) => waiting.set(ref, resolve));
      socket.send(JSON.stringify({ type, ref, data }));
      const timer = setTimeout(() => settle(ref, { kind: 'unanswered', reason: 'no answer' }), PATIENCE_MS);
      return answered.finally(() => clearTimeout(timer));
    }

    return {
      async send(reading) {
        const answer = await exchange('reading', reading);
        return 'kind' in answer ? answer : outcomeOf(answer);
      },
      async answer(answer) {
        const answered = await exchange('answer', { answer, deviceId: macAddress });
        return 'kind' in answered ? answered : answerOutcomeOf(answered);
      },
      drop() {
        socket?.terminate();
        socket = undefined;
      },
      async restore() {
        if (socket?.readyState === WebSocket.OPEN) return;
        const opened = new WebSocket(`${apiUrl.replace(/^http/, 'ws')}/live`, {
          headers: { Authorization: `Bearer ${owner.token}` },
          handshakeTimeout: PATIENCE_MS,
        });
        opened.on('message', (data) => hear(String(data)));
        opened.on('close', (code) => forsake(`socket closed with ${code}`));
        await new Promise<void>((resolve, reject) => {
          opened.once('open', resolve);
          opened.once('error', reject);
        });
        opened.on('error', () => {});
        socket = opened;
      },
      async close() {
        socket?.close(1000);
        socket = undefined;
      },
    };
  };
}
