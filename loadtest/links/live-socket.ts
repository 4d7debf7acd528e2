import { WebSocket } from 'ws';
import { Refused } from './link.ts';

/** A live socket without masking and checks of text: their CPU is shared with the service. */
export function connectLive(port: number, token: string): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/live`, {
    headers: { Authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
    generateMask: (mask) => void mask.fill(0),
  });
  socket.on('error', () => {});
  return socket;
}

export const opened = (socket: WebSocket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, { statusCode }) => {
      reject(new Refused(`a live socket was refused: ${statusCode}`));
      socket.terminate();
    });
  });
