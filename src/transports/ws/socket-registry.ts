import type { ConnectedCaregivers } from '../../alerts/emergency-repeats.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';

/** The open sockets of this instance, by person. */
export interface SocketRegistry extends ConnectedCaregivers {
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** A copy: sockets may close while it is iterated over. */
  of(userId: string): readonly LiveSocket[];
  all(): readonly LiveSocket[];
  people(): readonly string[];
}

export function createSocketRegistry(onDelivered: (alertId: string) => void): SocketRegistry {
  const sockets = new Map<string, LiveSocket[]>();
  const notCaughtUp = new Set<LiveSocket>();

  const of = (userId: string): readonly LiveSocket[] => [...(sockets.get(userId) ?? [])];
  const isCaregiver = ({ principal }: LiveSocket): boolean => principal.role === 'CAREGIVER';

  return {
    of,
    add(socket) {
      const open = sockets.get(socket.userId);
      if (open === undefined) sockets.set(socket.userId, [socket]);
      else open.push(socket);
      if (isCaregiver(socket)) notCaughtUp.add(socket);
    },
    remove(socket) {
      notCaughtUp.delete(socket);
      const remaining = sockets.get(socket.userId)?.filter((other) => other !== socket) ?? [];
      if (remaining.length === 0) sockets.delete(socket.userId);
      else sockets.set(socket.userId, remaining);
    },
    all: () => [...sockets.values()].flat(),
    people: () => [...sockets.keys()],
    connected: () => [...sockets].flatMap(([userId, open]) => (open.some(isCaregiver) ? [userId] : [])),
    newlyConnected: () => [...new Set([...notCaughtUp].filter((s) => s.isStarted).map((s) => s.userId))],
    markCaughtUp(caregiverIds) {
      for (const socket of caregiverIds.flatMap(of)) {
        if (!socket.isStarted) continue;
        socket.caughtUp = true;
        notCaughtUp.delete(socket);
      }
    },
    resend(caregiverId, alert, to) {
      const receivers = of(caregiverId).filter((s) => s.isStarted && (to === 'all' || !s.caughtUp));
      if (receivers.length === 0) return;
      // Without a number: it is a repetition, not a new event.
      const frame = frameOf({ type: 'alert', data: alert });
      for (const socket of receivers) socket.send(frame);
      onDelivered(alert.id);
    },
  };
}
