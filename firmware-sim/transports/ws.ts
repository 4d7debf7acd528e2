import { WebSocket } from 'ws';
import { type AssessmentBody, type OpenLink, type Outcome, outcomeOf } from './link.ts';

const PATIENCE_MS = 10_000;

interface Frame extends AssessmentBody {
  readonly type: string;
  readonly ref?: string | number;
}

/** The live socket: a `reading` frame with a `ref`, answered by an `assessment` with the same. */
export function webSocketLinks(apiUrl: string): OpenLink {
  return ({ owner, macAddress }) => {
    const waiting = new Map<string, (outcome: Outcome) => void>();
    let socket: WebSocket | undefined;
    let number = 0;

    function settle(ref: string, outcome: Outcome): void {
      waiting.get(ref)?.(outcome);
      waiting.delete(ref);
    }

    function hear(text: string): void {
      const frame = JSON.parse(text) as Frame;
      const forUs = frame.type === 'assessment' || frame.type === 'error';
      if (forUs && frame.ref !== undefined) settle(String(frame.ref), outcomeOf(frame));
    }

    function forsake(reason: string): void {
      for (const ref of [...waiting.keys()]) settle(ref, { kind: 'unanswered', reason });
    }

    return {
      send(reading) {
        if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ kind: 'unsent' });
        const ref = `${macAddress}/${number++}`;
        const answered = new Promise<Outcome>((resolve) => waiting.set(ref, resolve));
        socket.send(JSON.stringify({ type: 'reading', ref, data: reading }));
        const timer = setTimeout(() => settle(ref, { kind: 'unanswered', reason: 'no answer' }), PATIENCE_MS);
        return answered.finally(() => clearTimeout(timer));
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
