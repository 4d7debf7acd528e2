import type { ConnectedCaregivers } from '../../alerts/emergency-repeats.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';

/** The open sockets of this instance, by person. */
export interface SocketRegistry extends ConnectedCaregivers {
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** A copy: sockets may go while it is worked through. */
  of(userId: string): readonly LiveSocket[];
  all(): readonly LiveSocket[];
  people(): readonly string[];
}

export function createSocketRegistry(delivered: (alertId: string) => void): SocketRegistry {
  const sockets = new Map<string, LiveSocket[]>();
  const notCaughtUp = new Set<LiveSocket>();

  const of = (userId: string): readonly LiveSocket[] => [...(sockets.get(userId) ?? [])];
  const isCaregiver = ({ principal }: LiveSocket): boolean => principal.role === 'CAREGIVER';

  return {
    of,
    add(socket) {
      const own = sockets.get(socket.userId);
      if (own === undefined) sockets.set(socket.userId, [socket]);
      else own.push(socket);
      if (isCaregiver(socket)) notCaughtUp.add(socket);
    },
    remove(socket) {
      notCaughtUp.delete(socket);
      const left = sockets.get(socket.userId)?.filter((other) => other !== socket) ?? [];
      if (left.length === 0) sockets.delete(socket.userId);
      else sockets.set(socket.userId, left);
    },
    all: () => [...sockets.values()].flat(),
    people: () => [...sockets.keys()],
    connected: () => [...sockets].flatMap(([userId, own]) => (own.some(isCaregiver) ? [userId] : [])),
    newlyConnected: () => [...new Set([...notCaughtUp].filter((s) => s.isStarted).map((s) => s.userId))],
    markCaughtUp(caregiverIds) {
      for (const socket of caregiverIds.flatMap(of)) {
        if (!socket.isStarted) continue;
        socket.caughtUp = true;
        notCaughtUp.delete(socket);
      }
    },
    resend(caregiverId, alert, to) {
      const listeners = of(caregiverId).filter((s) => s.isStarted && (to === 'all' || !s.caughtUp));
      if (listeners.length === 0) return;
      // Without a number: it is told again, not anew.
      const frame = frameOf({ type: 'alert', data: alert });
      for (const socket of listeners) socket.send(frame);
      delivered(alert.id);
    },
  };
}
