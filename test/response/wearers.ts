import type { Json, TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { type Person, signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';

type App = Pick<TestApp, 'call' | 'url' | 'databaseUrl'>;

/** A patient with a wearable, and a caregiver with a live socket. */
export async function createWearer(app: App) {
  const patient = await signUp(app);
  const nurse = await signUp(app, 'CAREGIVER');
  await assign(app, nurse, patient);
  const mac = randomMac();
  await stream(app, patient, resting(mac));
  const device = (await app.call('GET', `/device/${mac}`, { token: patient.token })).body.data;
  return { patient, nurse, mac, deviceId: device.id as string, socket: await live(app, nurse) };
}

export const report = async (app: App, patient: Person, confidence = 0.8): Promise<string> =>
  (await app.call('POST', '/falls', { token: patient.token, body: { confidence } })).body.data.id;

export const answer = (app: App, person: Person, device: string, said: unknown) =>
  app.call('POST', `/device/${device}/answer`, { token: person.token, body: { answer: said } });

export const callForHelp = (app: App, person: Person) => app.call('POST', '/help', { token: person.token });

/** Acknowledging their own alert claims the fall for the caregiver. */
export async function claimByAcknowledging(app: App, nurse: Person, fallId: string): Promise<void> {
  const [alert] = await sql(
    app.databaseUrl,
    'SELECT id FROM alerts WHERE fall_id = $1 AND caregiver_id = $2',
    [fallId, nurse.id],
  );
  await app.call('POST', `/caregivers/alerts/${alert.id}/acknowledge`, { token: nurse.token });
}

export const fallsOf = (app: Pick<TestApp, 'databaseUrl'>, patient: Person): Promise<Json[]> =>
  sql(
    app.databaseUrl,
    `SELECT id, status, source, confidence, device_id AS "deviceId" FROM fall_events WHERE user_id = $1 ORDER BY created_at`,
    [patient.id],
  );

export const responseOf = async (app: App, fallId: string): Promise<Json> =>
  (
    await sql(
      app.databaseUrl,
      `SELECT state, ok_until AS "okUntil", claimed_by AS "claimedBy", outcome, resolved_by AS "resolvedBy"
       FROM responses WHERE fall_id = $1`,
      [fallId],
    )
  )[0];

export const logOf = async (app: App, fallId: string): Promise<string[]> =>
  (
    await sql(app.databaseUrl, 'SELECT type, by_id AS by FROM response_log WHERE fall_id = $1 ORDER BY id', [
      fallId,
    ])
  ).map(({ type, by }) => `${type} ${by}`);
