import { WebSocket } from 'ws';
import { type Answered, answerOutcomeOf, outcomeOf, type Silence } from '../../client/link.ts';
import { type ClientFrame, LiveSocket, type LiveState } from '../../client/live.ts';
import { createRest } from '../../client/rest.ts';
import type { OpenLink } from './link.ts';

const PATIENCE_MS = 10_000;

/** The live socket: sends a `reading` or `answer` frame, and receives the `assessment` that answers it. */
export function webSocketLinks(url: string): OpenLink {
  return ({ owner, macAddress }) => {
    const { session } = createRest({ url, token: owner.token });
    let raw: WebSocket | undefined;
    let live: LiveSocket | undefined;
    let changed: (state: LiveState) => void = () => {};

    class Socket extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols);
        raw = this;
      }
    }

    async function exchange(frame: ClientFrame): Promise<Answered | Silence> {
      if (live?.state.state !== 'live') return { kind: 'unsent' };
      const answer = await live.ask(frame);
      return answer?.type === 'assessment' || answer?.type === 'error'
        ? answer
        : { kind: 'unanswered', reason: 'no answer' };
    }

    function hangUp(): void {
      live?.close();
      live = undefined;
    }

    return {
      repeats: [],
      async send(reading) {
        const answer = await exchange({ type: 'reading', data: reading });
        return 'kind' in answer ? answer : outcomeOf(answer);
      },
      async answer(answer) {
        const given = await exchange({ type: 'answer', data: { answer, deviceId: macAddress } });
        return 'kind' in given ? given : answerOutcomeOf(given);
      },
      drop() {
        raw?.terminate();
        hangUp();
      },
      async restore() {
        if (live?.state.state === 'live') return false;
        hangUp();
        await new Promise<void>((resolve, reject) => {
          const timer = setTimeout(() => changed({ state: 'ended' }), PATIENCE_MS);
          changed = ({ state }) => {
            clearTimeout(timer);
            changed = () => {};
            if (state === 'live') resolve();
            else reject(new Error('the live socket does not open'));
          };
          live = new LiveSocket({
            url,
            session,
            WebSocket: Socket,
            onFrame() {},
            onState: (state) => changed(state),
          });
        });
        return true;
      },
      async close() {
        hangUp();
      },
    };
  };
}
