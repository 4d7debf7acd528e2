import type { Frame } from './records.ts';

export type SocketState = 'connecting' | 'live' | 'down';

export interface LiveParts {
  /** In the order of the server; events that were missed come before new ones. */
  readonly onFrame: (frame: Frame) => void;
  readonly onState: (state: SocketState) => void;
  /** The session is over: the socket does not come back by itself. */
  readonly onSessionEnded: () => void;
}

export interface LiveSocket {
  send(frame: object): void;
  /** At once, whatever was planned: the network is back, or somebody looks at the page again. */
  wake(): void;
  close(): void;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
const PING_EVERY_MS = 15_000;
/** Without any frame for so long after a ping the connection is dead, whatever TCP believes. */
const PONG_WITHIN_MS = 5_000;
const OPEN_WITHIN_MS = 10_000;
const SESSION_ENDED = 4401;

/** The one socket: stays open, notices when it is not, and resumes where it was (`?after=`). */
export function openLive({ onFrame, onState, onSessionEnded }: LiveParts): LiveSocket {
  let socket: WebSocket | undefined;
  let lastEventId: number | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function connect(): void {
    clearTimeout(retry);
    retry = undefined;
    const url = new URL('/api/live', location.href);
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    if (lastEventId !== undefined) url.searchParams.set('after', String(lastEventId));
    onState('connecting');
    const opening = new WebSocket(url);
    socket = opening;
    expect(OPEN_WITHIN_MS);
    opening.onmessage = ({ data }) => receive(opening, data);
    opening.onclose = ({ code }) => lost(opening, code);
  }

  function receive(from: WebSocket, text: string): void {
    if (from !== socket) return;
    clearTimeout(deadline);
    deadline = undefined;
    const frame = JSON.parse(text) as Frame;
    if (frame.type === 'welcome') {
      failures = 0;
      lastEventId ??= frame.data.lastEventId;
      onState('live');
    }
    onFrame(frame);
    if ('id' in frame && frame.id !== undefined) lastEventId = Math.max(lastEventId ?? 0, frame.id);
  }

  function lost(which: WebSocket, code: number): void {
    if (which !== socket) return;
    socket = undefined;
    clearTimeout(deadline);
    if (closed) return;
    onState('down');
    if (code === SESSION_ENDED) return onSessionEnded();
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    // Spread out: after a restart everybody comes back, but not all in one second.
    retry = setTimeout(connect, longest / 2 + Math.random() * (longest / 2));
  }

  /** A frame must come within so long. */
  function expect(ms: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => {
      const dead = socket;
      if (dead === undefined) return;
      dead.close();
      // Closing a dead connection takes its time; nobody waits for it.
      lost(dead, 0);
    }, ms);
  }

  function ping(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'ping' }));
    if (deadline === undefined) expect(PONG_WITHIN_MS);
  }

  const heartbeat = setInterval(ping, PING_EVERY_MS);
  connect();

  return {
    send(frame) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
    },
    wake() {
      if (closed) return;
      if (socket === undefined) {
        failures = 0;
        connect();
      } else ping();
    },
    close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      clearTimeout(deadline);
      socket?.close();
      socket = undefined;
    },
  };
}
