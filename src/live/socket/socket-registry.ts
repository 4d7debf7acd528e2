import { mayBeAlerted } from '../../accounts/permissions.ts';
import type { SentAlert } from '../events.ts';
import { frameOf, type ServerFrame } from './frames.ts';
import type { LiveSocket } from './live-socket.ts';
import { type ConnectedCaregivers, NEWEST_EMERGENCIES } from './repeats.ts';

/** The open sockets of this instance, by user. */
interface SocketRegistry extends ConnectedCaregivers {
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** A copy: sockets may close while it is iterated over. */
  of(userId: string): readonly LiveSocket[];
  /** Sockets of admins, and of service accounts for the whole organisation; a copy. */
  admins(): readonly LiveSocket[];
  /** Sockets of service accounts for some wards; a copy. */
  services(): readonly LiveSocket[];
  count(): number;
  all(): readonly LiveSocket[];
}

export function createSocketRegistry(): SocketRegistry {
  const sockets = new Map<string, LiveSocket[]>();
  const notReminded = new Set<LiveSocket>();
  const admins = new Set<LiveSocket>();
  const services = new Set<LiveSocket>();
  let count = 0;

  const of = (userId: string): readonly LiveSocket[] => [...(sockets.get(userId) ?? [])];
  const isReminded = ({ principal }: LiveSocket): boolean => mayBeAlerted(principal);

  return {
    of,
    add(socket) {
      const open = sockets.get(socket.userId);
      if (open === undefined) sockets.set(socket.userId, [socket]);
      else open.push(socket);
      if (isReminded(socket)) notReminded.add(socket);
      if (socket.principal.role === 'ADMIN') admins.add(socket);
      else if (socket.principal.service !== undefined) services.add(socket);
      count += 1;
    },
    remove(socket) {
      const open = sockets.get(socket.userId);
      if (open === undefined || !open.includes(socket)) return;
      count -= 1;
      notReminded.delete(socket);
      admins.delete(socket);
      services.delete(socket);
      const remaining = open.filter((other) => other !== socket);
      if (remaining.length === 0) sockets.delete(socket.userId);
      else sockets.set(socket.userId, remaining);
    },
    admins: () => [...admins],
    services: () => [...services],
    count: () => count,
    all: () => [...sockets.values()].flat(),
    connected: () => [...sockets].flatMap(([userId, open]) => (open.some(isReminded) ? [userId] : [])),
    newlyConnected: () => [
      ...new Set([...notReminded].filter(({ isUpToDate }) => isUpToDate).map(({ userId }) => userId)),
    ],
    remind(caregiverId, { alerts, count }) {
      // Skips sockets with a replay in progress: the replayed events are not repetitions.
      const receivers = of(caregiverId).filter(({ isUpToDate }) => isUpToDate);
      for (const socket of receivers) notReminded.delete(socket);
      let nextDue = Number.POSITIVE_INFINITY;
      const send = (content: ServerFrame, alert?: SentAlert): void => {
        const frame = frameOf(content);
        for (const socket of receivers) nextDue = Math.min(nextDue, socket.sendReminder(frame, alert));
      };
      // Not numbered: they are repetitions, not new events.
      for (const alert of alerts) send({ type: 'alert', data: alert }, alert);
      if (count > NEWEST_EMERGENCIES) send({ type: 'alerts.open', data: { count } });
      return nextDue;
    },
  };
}
