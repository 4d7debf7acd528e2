// What is in the database, at the receiver and on the sockets after a failover, against what was acknowledged.
import { type Receiver, topicOf } from '../response/receiver.ts';
import { withDatabase } from '../seed.ts';
import { CHANNELS, type Field, type Watch } from './field.ts';
import type { Traffic } from './traffic.ts';

export interface Counted {
  readonly readings: number;
  readonly readingsLost: number;
  readonly readingsTwice: number;
  /** Stored readings that this wearable has not sent. */
  readonly readingsElsewhere: number;
  readonly falls: number;
  readonly fallsLost: number;
  readonly fallsTwice: number;
  readonly claims: number;
  readonly claimsLost: number;
  readonly claimsTwice: number;
  readonly messages: number;
  readonly messagesLost: number;
  readonly messagesTwice: number;
  readonly alerts: number;
  readonly alertsLost: number;
  readonly alertsTwice: number;
}

const READINGS = `SELECT d.mac_address || ' ' || r.uptime_ms AS name, count(*)::int AS times
  FROM sensor_readings r JOIN devices d ON d.key = r.device_key WHERE r.uptime_ms >= $1 GROUP BY 1`;
const FALLS = `SELECT f.id, f.user_id AS "userId", r.claimed_by AS "claimedBy",
    (SELECT count(*)::int FROM response_log l WHERE l.fall_id = f.id AND l.type = 'claimed') AS claims
  FROM fall_events f LEFT JOIN responses r ON r.fall_id = f.id WHERE f.user_id = ANY($1)`;

export interface Fall {
  readonly id: string;
  readonly userId: string;
  readonly claimedBy: string | null;
  readonly claims: number;
}

export const fallsOf = (databaseUrl: string, { wearers }: Field): Promise<readonly Fall[]> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<Fall>(FALLS, [wearers.map(({ userId }) => userId)]);
    return rows;
  });

/** One step notifies at once, unless its fall is claimed first. */
const notifying = (falls: readonly Fall[]): readonly Fall[] => falls.filter(({ claims }) => claims === 0);

/** Whether every message and every alert that the falls cause has arrived. */
export const isDelivered = (falls: readonly Fall[], receiver: Receiver, watches: readonly Watch[]): boolean =>
  notifying(falls).every(({ id }) => CHANNELS.every((kind) => receiver.arrived[kind].has(topicOf(id)))) &&
  falls.every(({ id }) => watches.every(({ alerts }) => alerts.has(id)));

export async function counted(
  databaseUrl: string,
  traffic: Traffic,
  falls: readonly Fall[],
  receiver: Receiver,
  watches: readonly Watch[],
): Promise<Counted> {
  const stored = new Map(
    await withDatabase(databaseUrl, async (client) => {
      const { rows } = await client.query<{ name: string; times: number }>(READINGS, [traffic.since]);
      return rows.map(({ name, times }) => [name, times] as const);
    }),
  );
  const timesFallen = tally(falls.map(({ userId }) => userId));
  const byId = new Map(falls.map((fall) => [fall.id, fall]));
  const messages = notifying(falls).flatMap(({ id }) =>
    CHANNELS.map((kind) => receiver.arrived[kind].get(topicOf(id))?.times ?? 0),
  );
  const alerts = falls.flatMap(({ id }) => watches.map((one) => one.alerts.get(id) ?? 0));
  return {
    readings: traffic.acknowledged.size,
    readingsLost: number(traffic.acknowledged, (name) => !stored.has(name)),
    readingsTwice: number(stored.values(), (times) => times > 1),
    readingsElsewhere: number(stored.keys(), (name) => !traffic.sent.has(name)),
    falls: traffic.falls.size,
    fallsLost: number(traffic.falls, (userId) => !timesFallen.has(userId)),
    fallsTwice: number(timesFallen.values(), (times) => times > 1),
    claims: traffic.claims.size,
    claimsLost: number(traffic.claims, ([id, by]) => byId.get(id)?.claimedBy !== by),
    claimsTwice: number(falls, ({ claims }) => claims > 1),
    messages: messages.length,
    messagesLost: number(messages, (times) => times === 0),
    messagesTwice: number(messages, (times) => times > 1),
    alerts: alerts.length,
    alertsLost: number(alerts, (times) => times === 0),
    alertsTwice: number(alerts, (times) => times > 1),
  };
}

function tally(names: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

function number<T>(all: Iterable<T>, matches: (one: T) => boolean): number {
  let found = 0;
  for (const one of all) if (matches(one)) found += 1;
  return found;
}
