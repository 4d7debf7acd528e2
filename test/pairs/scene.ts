import { randomUUID } from 'node:crypto';
import { insertPhoneHook } from '../../src/phones/store/hooks.ts';
import type { Role } from '../../src/platform/http/principal.ts';
import { hashOfSecretToken, newSecretToken } from '../../src/platform/secret-token.ts';
import { insertClaimLinks } from '../../src/response/claim-links/store.ts';
import type { SuspiciousReading } from '../../src/response/fall/index.ts';
import { randomMac } from '../helpers/readings.ts';
import { sql } from '../helpers/sql.ts';
import type { Instance } from './instance.ts';

/** How far the response to the fall of a scene has come. */
export type Stage =
  | 'checking'
  | 'open'
  | 'moved on'
  | 'claimed'
  | 'emergency'
  | 'called again'
  | 'expired'
  | 'resolved';

/** A patient with two wearables and a sensor who has fallen, their care team, and people who may join it. */
export interface Scene {
  readonly patient: string;
  /** Assigned, and holds the claim of the later stages. */
  readonly ann: string;
  /** In the patient's ward, and offered the claim. */
  readonly ben: string;
  /** Not in the care team. */
  readonly cid: string;
  readonly neighbour: string;
  readonly admin: string;
  readonly ward: string;
  readonly otherWard: string;
  readonly device: Wearable;
  readonly secondDevice: Wearable;
  readonly sensor: string;
  readonly fall: string;
  readonly alertOfAnn: string;
  readonly claimToken: string;
  readonly hook: Buffer;
  /** The time when it was set. */
  readonly at: number;
}

export interface Wearable {
  readonly id: string;
  readonly mac: string;
}

export interface Clock {
  now(): number;
  set(time: number): void;
  pass(seconds: number): void;
}

/** The people and things of a scene in one statement: thousands of scenes are set. */
export const CREATE_SCENES = `
  CREATE FUNCTION set_scene(people uuid[], names text[], roles text[], wards uuid[], devices uuid[], macs text[], sensor uuid,
                            at timestamptz) RETURNS void LANGUAGE sql AS $$
    INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
      SELECT id, id || '@example.org', 'x', name, 'Person', role, at, at FROM unnest(people, names, roles) AS p (id, name, role);
    INSERT INTO wards (id, name, created_at) SELECT id, id::text, at FROM unnest(wards) AS id;
    UPDATE users SET ward_id = wards[1] WHERE id = ANY(people) AND role = 'PATIENT';
    INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES (wards[1], people[4], false, at);
    INSERT INTO assignments (caregiver_id, patient_id, created_at) VALUES (people[3], people[1], at);
    INSERT INTO devices (id, user_id, mac_address, name, created_at, updated_at)
      SELECT id, people[1], mac, 'Band', at, at FROM unnest(devices, macs) AS d (id, mac);
    INSERT INTO sensors (id, name, patient_id, created_at) VALUES (sensor, 'Mat', people[1], at);
    INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
      SELECT id, 'ntfy', jsonb_build_object('url', 'https://ntfy.test', 'topic', id, 'token', NULL), 'POTENTIAL', at, at
      FROM unnest(ARRAY[people[3], people[4], people[6]]) AS id;
    INSERT INTO shifts (caregiver_id, until, created_at) VALUES (people[3], at + interval '1 hour', at);
  $$;
  -- Keeps and restores every row of the database: setting a scene takes longer than playing it.
  CREATE SCHEMA kept;
  CREATE VIEW kept.tables AS
    SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition GROUP BY 1;
  -- Writes a function of plain statements: PostgreSQL plans them once, not at each of a hundred restores.
  CREATE FUNCTION keep_rows(as_name text) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE t record; kept name; any_kept boolean; body text := '';
    BEGIN
      FOR t IN SELECT * FROM kept.tables ORDER BY name LOOP
        kept := as_name || '_' || t.name;
        body := body || format('IF pg_relation_size(%s) > 0 THEN DELETE FROM public.%I; END IF;', t.name::regclass::oid, t.name);
        EXECUTE format('DROP TABLE IF EXISTS kept.%I', kept);
        any_kept := pg_relation_size(t.name::regclass) > 0;
        IF any_kept THEN EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', t.name) INTO any_kept; END IF;
        IF any_kept THEN
          EXECUTE format('CREATE TABLE kept.%I AS SELECT %s FROM public.%I', kept, t.columns, t.name);
          body := body || format('INSERT INTO public.%I (%s) OVERRIDING SYSTEM VALUE SELECT * FROM kept.%I;', t.name, t.columns, kept);
        END IF;
      END LOOP;
      EXECUTE format('CREATE OR REPLACE FUNCTION kept.%I() RETURNS void LANGUAGE plpgsql AS %L',
        as_name, 'BEGIN ' || body || ' END');
    END $$;
  SELECT keep_rows('empty');`;

/** Connections of their own: to change the role in a session would forget the plans of its statements. */
function withoutTriggers(url: string): string {
  const restoring = new URL(url);
  restoring.searchParams.set('options', '-c session_replication_role=replica');
  return restoring.href;
}

/** Sets the only scene of the database, with the service's own code, so that every row is one that it writes. */
export async function setScene(
  { db, fallAlerts, responses, escalator, signals, judgeAs }: Instance,
  url: string,
  clock: Clock,
  stage: Stage,
): Promise<Scene> {
  const at = new Date(clock.now());
  const people = ['patient', 'neighbour', 'ann', 'ben', 'cid', 'admin'] as const;
  const roles: readonly Role[] = ['PATIENT', 'PATIENT', 'CAREGIVER', 'CAREGIVER', 'CAREGIVER', 'ADMIN'];
  const ids = people.map(() => randomUUID());
  const [patient = '', neighbour = '', ann = '', ben = '', cid = '', admin = ''] = ids;
  const [ward, otherWard, sensor] = [randomUUID(), randomUUID(), randomUUID()];
  const [device, secondDevice] = [randomUUID(), randomUUID()].map((id) => ({ id, mac: randomMac() })) as [
    Wearable,
    Wearable,
  ];
  await sql(withoutTriggers(url), 'SELECT kept.empty()');
  // Thousands of restored rows slow down every later statement.
  await sql(url, 'VACUUM');
  await sql(url, 'SELECT set_scene($1, $2, $3, $4, $5, $6, $7, $8)', [
    ids,
    people,
    roles,
    [ward, otherWard],
    [device.id, secondDevice.id],
    [device.mac, secondDevice.mac],
    sensor,
    at,
  ]);
  const { fall, alerts } = await fallAlerts.raiseFromStream(suspiciousReading(clock, patient, device, 0.6));
  const claimToken = newSecretToken(16);
  const link = { hash: hashOfSecretToken(claimToken), fallId: fall.id, personId: ben };
  await insertClaimLinks(db, [link], new Date(clock.now() + 1_800_000));
  const hook = hashOfSecretToken(newSecretToken());
  await insertPhoneHook(db, hook, {
    kind: 'call',
    personId: ben,
    channelId: null,
    messageId: null,
    fallIds: [fall.id],
    attempt: 1,
    say: 'A fall',
    claimable: true,
    language: 'en',
    createdAt: at,
  });
  // Past the OK window, and within the minute in which readings belong to the fall.
  clock.pass(40);
  judgeAs(stage === 'moved on' ? 'moved_on' : 'stands');
  if (stage !== 'checking') await escalator.check();
  judgeAs('stands');
  const isEmergency = stage === 'emergency' || stage === 'called again';
  const callForHelp = () => signals.answer({ userId: patient, role: 'PATIENT' }, undefined, 'help');
  if (isEmergency) await callForHelp();
  if (stage === 'claimed' || isEmergency || stage === 'expired') {
    await responses.claim(fall.id, ann, {});
    await responses.handOff(fall.id, ann, ben);
  }
  // The next call for help is a new one.
  if (isEmergency) clock.pass(1);
  if (stage === 'called again') {
    await callForHelp();
    clock.pass(121);
  }
  if (stage === 'expired') clock.pass(660);
  if (stage === 'resolved') await responses.resolve(fall.id, ann, { outcome: 'HELPED' });
  await sql(url, `SELECT keep_rows('scene')`);
  return {
    at: clock.now(),
    ...{ patient, neighbour, ann, ben, cid, admin, ward, otherWard, device, secondDevice, sensor },
    fall: fall.id,
    alertOfAnn: alerts.find(({ caregiverId }) => caregiverId === ann)?.id ?? '',
    claimToken,
    hook,
  };
}

/** Everything is as it was when the scene was set. */
export async function restoreScene(url: string, clock: Clock, scene: Scene): Promise<void> {
  clock.set(scene.at);
  await sql(withoutTriggers(url), 'SELECT kept.scene()');
}

export const suspiciousReading = (
  clock: Pick<Clock, 'now'>,
  userId: string,
  device: Wearable,
  confidence: number,
  secondsAgo = 0,
): SuspiciousReading => {
  const at = new Date(clock.now() - secondsAgo * 1000);
  return {
    userId,
    deviceId: device.id,
    confidence,
    sensorData: { accel: [1, 2, 30], gyro: [4, 5, 6], timestamp: at },
    impactAt: at,
  };
};
