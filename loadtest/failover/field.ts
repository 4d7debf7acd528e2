// Who takes part in a failover, written into the database before it.
import type { WebSocket } from 'ws';
import { assign, type Caregiver, seedCaregivers } from '../caregivers.ts';
import { connectLive, opened } from '../links/live-socket.ts';
import { addChannels } from '../response/channels.ts';
import type { Receiver } from '../response/receiver.ts';
import { type SeededDevice, seedDevices, withDatabase } from '../seed.ts';
import type { Instance } from './traffic.ts';

export const CHANNELS = ['ntfy', 'webhook'] as const;

export interface Field {
  readonly overHttp: readonly SeededDevice[];
  readonly overMqtt: readonly SeededDevice[];
  /** Each falls once, and has a caregiver of its own: two messages for one within 30 s would be one. */
  readonly wearers: readonly SeededDevice[];
  readonly caregiverOf: ReadonlyMap<string, Caregiver>;
  /** Sees every fall, on a socket at each instance. */
  readonly watcher: Caregiver;
}

let seeded = 0;

export async function createField(
  databaseUrl: string,
  receiver: Receiver,
  { wearables, falls }: { readonly wearables: number; readonly falls: number },
): Promise<Field> {
  const devices = await seedDevices(databaseUrl, 2 * wearables + falls, seeded, 1);
  seeded += devices.length;
  const wearers = devices.slice(2 * wearables);
  const [watcher, ...caregivers] = await seedCaregivers(databaseUrl, falls + 1);
  if (watcher === undefined) throw new Error('there is no caregiver');
  await addChannels(databaseUrl, caregivers, CHANNELS, () => receiver.url);
  const caregiverOf = new Map(wearers.map(({ userId }, i) => [userId, caregivers[i] as Caregiver]));
  await assign(
    databaseUrl,
    [...caregiverOf].flatMap(([patientId, { id }]) =>
      [id, watcher.id].map((caregiverId) => ({ caregiverId, patientId })),
    ),
  );
  // Otherwise the messages of a detected fall wait for what follows the impact.
  await withDatabase(databaseUrl, (client) =>
    client.query('INSERT INTO detection_limits (patient_id, verify) SELECT unnest($1::uuid[]), false', [
      wearers.map(({ userId }) => userId),
    ]),
  );
  return {
    overHttp: devices.slice(0, wearables),
    overMqtt: devices.slice(wearables, 2 * wearables),
    wearers,
    caregiverOf,
    watcher,
  };
}

export interface Watch {
  /** How often the alert of each fall has arrived. */
  readonly alerts: ReadonlyMap<string, number>;
  /** Event numbers in the order of their arrival. */
  readonly numbers: readonly number[];
  close(): void;
}

/** A socket that stays open. */
export async function watch(instance: Instance, { token }: Caregiver): Promise<Watch> {
  const socket: WebSocket = connectLive(Number(new URL(instance.url).port), token);
  const alerts = new Map<string, number>();
  const numbers: number[] = [];
  socket.on('message', (payload: Buffer) => {
    const { type, id, data } = JSON.parse(payload.toString()) as {
      readonly type: string;
      readonly id?: number;
      readonly data?: { readonly fallId?: string };
    };
    // A repeated emergency has no number.
    if (id === undefined) return;
    numbers.push(id);
    if (type === 'alert' && data?.fallId !== undefined)
      alerts.set(data.fallId, (alerts.get(data.fallId) ?? 0) + 1);
  });
  await opened(socket);
  return { alerts, numbers, close: () => socket.terminate() };
}
