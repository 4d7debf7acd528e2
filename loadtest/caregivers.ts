// Caregivers with sessions, written into the service's database, and their live sockets.
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { openInTurn } from './links/link.ts';
import { connectLive, opened } from './links/live-socket.ts';
import { signToken, withDatabase } from './seed.ts';

export interface Caregiver {
  readonly id: string;
  readonly token: string;
}

export async function seedCaregivers(databaseUrl: string, count: number): Promise<Caregiver[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), session: randomUUID() }));
  const ids = people.map((person) => person.id);
  await withDatabase(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
       SELECT id, 'care-' || id || '@example.org', 'none', 'Care', 'Giver', 'CAREGIVER', now(), now() FROM unnest($1::uuid[]) AS id`,
      [ids],
    );
    await client.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at)
       SELECT s, u, now(), now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[]) AS r (s, u)`,
      [people.map((person) => person.session), ids],
    );
  });
  return Promise.all(
    people.map(async ({ id, session }) => ({ id, token: await signToken(id, session, 'CAREGIVER') })),
  );
}

export const assign = (
  databaseUrl: string,
  pairs: readonly { readonly caregiverId: string; readonly patientId: string }[],
): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    await client.query(
      `INSERT INTO assignments (caregiver_id, patient_id, created_at)
       SELECT c, p, now() FROM unnest($1::uuid[], $2::uuid[]) AS r (c, p)`,
      [pairs.map((pair) => pair.caregiverId), pairs.map((pair) => pair.patientId)],
    );
  });

const WELCOME = '{"type":"welcome"';
/** Only alerts with an event number: repeated emergencies have none. */
const ALERT = '{"type":"alert","id"';

/** Resolves after the `welcome` frame; `lost` is called when the service closes the socket later. */
export async function openSocket(
  port: number,
  { id, token }: Caregiver,
  onAlert: (caregiverId: string) => void,
  lost: () => void = () => {},
): Promise<WebSocket> {
  const socket = connectLive(port, token);
  const welcome = new Promise<void>((resolve, reject) => {
    socket.on('message', (payload: Buffer) => {
      const beginning = payload.toString('latin1', 0, ALERT.length);
      if (beginning === ALERT) onAlert(id);
      else if (beginning.startsWith(WELCOME)) resolve();
    });
    socket.once('close', () => reject(new Error('a live socket was closed before its welcome')));
  });
  await Promise.all([opened(socket), welcome]);
  socket.once('close', lost);
  return socket;
}

/** `onAlert` is called for each alert as it arrives. */
export const openSockets = (
  port: number,
  caregivers: readonly Caregiver[],
  onAlert: (caregiverId: string) => void,
): Promise<WebSocket[]> => openInTurn(caregivers, (caregiver) => openSocket(port, caregiver, onAlert));
