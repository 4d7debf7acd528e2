import type { Audience } from '../../alerts/emergency-repeats.ts';
import { frameOf } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';

/** The open sockets of this instance, by person. */
export interface Crowd extends Audience {
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** A copy: sockets may go while it is worked through. */
  of(userId: string): readonly LiveSocket[];
  all(): readonly LiveSocket[];
  people(): readonly string[];
}

export function createCrowd(delivered: (alertId: string) => void): Crowd {
  const sockets = new Map<string, LiveSocket[]>();
  const fresh = new Set<LiveSocket>();

  const of = (userId: string): readonly LiveSocket[] => [...(sockets.get(userId) ?? [])];
  const isCaregiver = ({ principal }: LiveSocket): boolean => principal.role === 'CAREGIVER';

  return {
    of,
    add(socket) {
      const own = sockets.get(socket.userId);
      if (own === undefined) sockets.set(socket.userId, [socket]);
      else own.push(socket);
      if (isCaregiver(socket)) fresh.add(socket);
    },
    remove(socket) {
      fresh.delete(socket);
      const left = sockets.get(socket.userId)?.filter((other) => other !== socket) ?? [];
      if (left.length === 0) sockets.delete(socket.userId);
      else sockets.set(socket.userId, left);
    },
    all: () => [...sockets.values()].flat(),
    people: () => [...sockets.keys()],
    present: () => [...sockets].flatMap(([userId, own]) => (own.some(isCaregiver) ? [userId] : [])),
    arrived: () => [...new Set([...fresh].filter((s) => s.isStarted).map((s) => s.userId))],
    welcomed(caregiverIds) {
      for (const socket of caregiverIds.flatMap(of)) {
        if (!socket.isStarted) continue;
        socket.reminded = true;
        fresh.delete(socket);
      }
    },
    remind(caregiverId, alert, to) {
      const listeners = of(caregiverId).filter((s) => s.isStarted && (to === 'all' || !s.reminded));
      if (listeners.length === 0) return;
      // Without a number: it is told again, not anew.
      const frame = frameOf({ type: 'alert', data: alert });
      for (const socket of listeners) socket.send(frame);
      delivered(alert.id);
    },
  };
}
