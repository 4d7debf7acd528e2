import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { newAccessToken } from '../../src/accounts/access-tokens/access-tokens.ts';
import { hashOfSecretToken, newSecretToken } from '../../src/platform/secret-token.ts';
import { HOUR_MS, SECOND_MS } from '../../src/platform/time.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import type { TestApp } from '../helpers/app.ts';
import { randomMac } from '../helpers/readings.ts';

/** As in test/helpers/app.ts. */
const SECRET = new TextEncoder().encode('a secret for tests that is long enough');
export const WORLD_PASSWORD = 'Admin!2345';

/** The public key of RFC 8032, section 7.1, test 1. */
export const WORLD_SETTINGS = { FIRMWARE_PUBLIC_KEY: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=' };

const POLICY = JSON.stringify(DEFAULT_POLICY);

export interface Somebody {
  readonly id: string;
  readonly email: string;
  readonly role: 'PATIENT' | 'CAREGIVER' | 'ADMIN';
}

type Wanted = readonly [role: Somebody['role'], status?: 'active' | 'inactive', hasOwnPassword?: boolean];

/** The same for all worlds: the owner of each is in this ward. */
interface WardStaff {
  readonly wardId: string;
  readonly lead: Somebody;
  readonly member: Somebody;
  /** Has left the ward. */
  readonly former: Somebody;
  /** The time of the membership is over. */
  readonly expired: Somebody;
}

/** A patient with every kind of data, and people who are and are not in the care team. */
export interface World extends WardStaff {
  readonly owner: Somebody;
  readonly stranger: Somebody;
  readonly assigned: Somebody;
  readonly unassigned: Somebody;
  /** Also assigned to the owner, and a member of the ward. */
  readonly colleague: Somebody;
  /** A ward without patients and members. */
  readonly emptyWardId: string;
  /** Of the ward's roster: every day, with the colleague and the member. */
  readonly shiftId: string;
  readonly exceptionId: string;
  /** The colleague asks the lead. */
  readonly swapId: string;
  /** The secret address of the colleague's calendar. */
  readonly calendarToken: string;
  /** A patient without a caregiver. */
  readonly peer: Somebody;
  readonly admin: Somebody;
  /** A former admin. */
  readonly deactivated: Somebody;
  /** A deleted admin; only the token is left. */
  readonly deleted: Somebody;
  readonly deviceId: string;
  readonly mac: string;
  readonly fallId: string;
  /** Another fall, claimed by the assigned caregiver. */
  readonly claimedFallId: string;
  /** Another fall, claimed by the colleague and offered to the assigned caregiver. */
  readonly offeredFallId: string;
  /** An unanswered morning question about the owner. */
  readonly questionId: string;
  readonly alertId: string;
  /** From the owner to the assigned caregiver. */
  readonly messageId: string;
  /** The owner's: with an address that receives no messages. */
  readonly channelId: string;
  /** Also the owner's: not verified yet, the code is 123456. */
  readonly addressId: string;
  readonly webhookId: string;
  /** Of the owner's ward. */
  readonly stationId: string;
  /** Of an image that is offered to nobody. */
  readonly firmwareId: string;
  /** The owner's, so of their ward. */
  readonly sensorId: string;
  /** The owner's, besides the sessions of their tokens. */
  readonly sessionId: string;
  /** The owner's. */
  readonly passkeyId: string;
  readonly identityId: string;
  /** The owner's. */
  readonly accessTokenId: string;
  /** For the whole organisation. */
  readonly serviceAccountId: string;
}

export interface Worlds {
  /** Inserts into the tables directly: hashing passwords for thousands of people would take minutes. */
  make(): Promise<World>;
  /**
   * The session was opened two hours ago, and its owner has just reauthenticated unless `isProved` is false.
   */
  token(person: Somebody, lifeSeconds?: number, isProved?: boolean): Promise<string>;
  /** An access token of a user, with these scopes. */
  accessToken(userId: string, scopes: readonly string[]): Promise<string>;
  /** The token of a device. */
  deviceToken(deviceId: string): Promise<string>;
  /** The token of a new service account with all scopes, for some wards or the whole organisation. */
  serviceToken(wardIds: readonly string[] | null): Promise<string>;
  /** An empty ward. */
  ward(): Promise<string>;
  close(): Promise<void>;
}

export async function openWorlds(app: TestApp): Promise<Worlds> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();

  /** All of them with one statement. */
  async function people(...wanted: readonly Wanted[]): Promise<Somebody[]> {
    const made = wanted.map(([role]) => {
      const id = randomUUID();
      return { id, email: `${id}@example.org`, role };
    });
    await client.query({
      name: 'people',
      text: `INSERT INTO users (id, email, password_hash, first_name, last_name, role, status, has_own_password, created_at, updated_at)
       SELECT p.id, p.id || '@example.org', a.password_hash, 'Sam', 'Body', p.role, p.status, p.own, now(), now()
       FROM users a, unnest($1::uuid[], $2::text[], $3::text[], $4::boolean[]) AS p (id, role, status, own)
       WHERE a.email = 'admin@example.org'`,
      values: [
        made.map(({ id }) => id),
        wanted.map(([role]) => role),
        wanted.map(([, status = 'active']) => status),
        wanted.map(([, , hasOwnPassword = true]) => hasOwnPassword),
      ],
    });
    return made;
  }

  async function openWard(): Promise<WardStaff> {
    const [lead, member, former, expired] = (await people(
      ['CAREGIVER'],
      ['CAREGIVER'],
      ['CAREGIVER'],
      ['CAREGIVER'],
    )) as [Somebody, Somebody, Somebody, Somebody];
    const wardId = randomUUID();
    await client.query(
      `INSERT INTO wards (id, name, created_at) VALUES ('${wardId}', '${wardId}', now());
       INSERT INTO ward_members (ward_id, caregiver_id, lead, until, created_at) VALUES
         ('${wardId}', '${lead.id}', true, NULL, now()), ('${wardId}', '${member.id}', false, NULL, now()),
         ('${wardId}', '${former.id}', false, NULL, now()), ('${wardId}', '${expired.id}', true, now(), now())`,
    );
    return { wardId, lead, member, former, expired };
  }

  async function accessToken(
    userId: string,
    scopes: readonly string[],
    expiresAt: Date | null = new Date(Date.now() + HOUR_MS),
  ): Promise<string> {
    const token = newAccessToken();
    await client.query(
      `INSERT INTO access_tokens (user_id, name, token_hash, scopes, created_at, expires_at)
       VALUES ($1, 'Script', $2, $3, now(), $4)`,
      [userId, hashOfSecretToken(token), scopes, expiresAt],
    );
    return token;
  }

  async function serviceAccount(wardIds: readonly string[] | null): Promise<string> {
    const id = randomUUID();
    await client.query(
      `INSERT INTO users (id, email, password_hash, first_name, last_name, role, created_at, updated_at)
         VALUES ('${id}', '${id}@service.invalid', '', '${id}', '', 'SERVICE', now(), now());
       INSERT INTO service_accounts (user_id, name, scopes, whole_organisation, created_at)
         VALUES ('${id}', '${id}', '{read,respond,ingest,manage,operations}', ${wardIds === null}, now());
       INSERT INTO service_account_wards (account_id, ward_id) SELECT '${id}', unnest('{${wardIds ?? ''}}'::uuid[])`,
    );
    return id;
  }

  const staff = await openWard();
  /** A patient of the ward before two of its members leave, so that their care ends. */
  const [resident] = await people(['PATIENT']);
  await client.query('UPDATE users SET ward_id = $2 WHERE id = $1', [resident?.id, staff.wardId]);
  await client.query('DELETE FROM ward_members WHERE caregiver_id = $1', [staff.former.id]);
  await app.pass(SECOND_MS);
  const left = await client.query('SELECT FROM ward_members WHERE caregiver_id = $1', [staff.expired.id]);
  if (left.rowCount !== 0) throw new Error('the membership did not end by itself');

  return {
    async make() {
      const [owner, assigned, colleague, stranger, unassigned, peer, admin, deactivated] = (await people(
        // Their caregiver may still change their e-mail address.
        ['PATIENT', 'active', false],
        ['CAREGIVER'],
        ['CAREGIVER'],
        ['PATIENT'],
        ['CAREGIVER'],
        ['PATIENT'],
        ['ADMIN'],
        ['ADMIN', 'inactive'],
      )) as [Somebody, Somebody, Somebody, Somebody, Somebody, Somebody, Somebody, Somebody];
      const [deviceId, alertId, messageId] = [randomUUID(), randomUUID(), randomUUID()];
      const [fallId, claimedFallId, offeredFallId] = [randomUUID(), randomUUID(), randomUUID()];
      const [channelId, addressId, webhookId] = [randomUUID(), randomUUID(), randomUUID()];
      const [stationId, sensorId, questionId] = [randomUUID(), randomUUID(), randomUUID()];
      const firmwareId = randomUUID();
      const [sessionId, passkeyId, accessTokenId] = [randomUUID(), randomUUID(), randomUUID()];
      const identityId = randomUUID();
      const serviceAccountId = await serviceAccount(null);
      const emptyWardId = randomUUID();
      const [shiftId, exceptionId, swapId, calendarToken] = [
        randomUUID(),
        randomUUID(),
        randomUUID(),
        randomUUID(),
      ];
      const mac = randomMac();
      await client.query(
        // One world at a time: falls are not sent to the webhooks and the caregivers on duty of all former worlds, and nobody is
        // on their shifts.
        `DELETE FROM webhooks;
         DELETE FROM morning_questions;
         DELETE FROM shifts;
         DELETE FROM roster_shifts WHERE ward_id = '${staff.wardId}';
         UPDATE users SET ward_id = '${staff.wardId}' WHERE id = '${owner.id}';
         INSERT INTO wards (id, name, created_at) VALUES ('${emptyWardId}', '${emptyWardId}', now());
         INSERT INTO ward_members (ward_id, caregiver_id, created_at) VALUES ('${staff.wardId}', '${colleague.id}', now());
         INSERT INTO roster_shifts (id, ward_id, place, name, weekdays, start_time, end_time, caregivers, from_day, every_weeks)
           VALUES ('${shiftId}', '${staff.wardId}', 0, 'Day', '{1,2,3,4,5,6,7}', '06:00', '14:00', '{${colleague.id},${staff.member.id}}', '2020-01-01', 1);
         INSERT INTO roster_exceptions (id, ward_id, shift_id, day, caregiver_id, created_at)
           VALUES ('${exceptionId}', '${staff.wardId}', '${shiftId}', '2030-01-08', '${colleague.id}', now());
         INSERT INTO roster_swaps (id, ward_id, shift_id, day, caregiver_id, replaced_by, state, created_at)
           VALUES ('${swapId}', '${staff.wardId}', '${shiftId}', '2030-01-09', '${colleague.id}', '${staff.lead.id}', 'OPEN', now());
         INSERT INTO calendar_feeds (person_id, hash, token, created_at)
           VALUES ('${colleague.id}', sha256('${calendarToken}'), 'enc:v1:unknown:x', now());
         INSERT INTO assignments (caregiver_id, patient_id, relationship, created_at) VALUES
           ('${assigned.id}', '${owner.id}', 'nurse', now()), ('${colleague.id}', '${owner.id}', 'nurse', now());
         INSERT INTO devices (id, user_id, mac_address, name, created_at, updated_at) VALUES ('${deviceId}', '${owner.id}', '${mac}', 'Watch', now(), now());
         INSERT INTO fall_events (id, user_id, device_id, confidence, status, created_at) VALUES
           ('${fallId}', '${owner.id}', '${deviceId}', 0.8, 'HIGH', now()), ('${claimedFallId}', '${owner.id}', '${deviceId}', 0.8, 'HIGH', now()),
           ('${offeredFallId}', '${owner.id}', '${deviceId}', 0.8, 'HIGH', now());
         INSERT INTO responses (fall_id, patient_id, state, policy, claimed_by, claimed_at, claim_expires_at, offered_to, escalation_starts_at, step, repeats_left, created_at) VALUES
           ('${fallId}', '${owner.id}', 'OPEN', '${POLICY}', NULL, NULL, NULL, NULL, now(), 0, 5, now()),
           ('${claimedFallId}', '${owner.id}', 'CLAIMED', '${POLICY}', '${assigned.id}', now(), now() + interval '10 minutes', NULL, now(), 0, 5, now()),
           ('${offeredFallId}', '${owner.id}', 'CLAIMED', '${POLICY}', '${colleague.id}', now(), now() + interval '10 minutes', '${assigned.id}', now(), 0, 5, now());
         INSERT INTO alerts (id, fall_id, caregiver_id, patient_id, type, severity, message, created_at, updated_at)
           VALUES ('${alertId}', '${fallId}', '${assigned.id}', '${owner.id}', 'FALL_DETECTED', 'HIGH', 'Fall', now(), now());
         INSERT INTO morning_questions (id, day, patient_id, fall_id, still_minutes, created_at)
           VALUES ('${questionId}', now(), '${owner.id}', '${fallId}', 20, now());
         INSERT INTO messages (id, sender_id, recipient_id, content, type, created_at) VALUES ('${messageId}', '${owner.id}', '${assigned.id}', 'Hello', 'TEXT', now());
         INSERT INTO notification_channels (id, user_id, kind, target, min_severity, verified_at, created_at)
           VALUES ('${channelId}', '${owner.id}', 'ntfy', '{"url":"https://127.0.0.1/","topic":"x","token":null}', 'POTENTIAL', now(), now());
         INSERT INTO notification_channels (id, user_id, kind, target, min_severity, code, code_issued_at, created_at)
           VALUES ('${addressId}', '${owner.id}', 'email', '{"address":"a@example.org"}', 'POTENTIAL', '123456', now(), now());
         INSERT INTO firmware_images (id, version, size, sha256, signature, created_at, counted_from)
           VALUES ('${firmwareId}', left('${firmwareId}', 32), 2, repeat('0', 64), 'AAAA', now(), now());
         INSERT INTO firmware_pieces (image_id, number, content, created_at) VALUES ('${firmwareId}', 0, '{}', now());
         INSERT INTO stations (id, name, ward_id, created_at) VALUES ('${stationId}', 'Office', '${staff.wardId}', now());
         INSERT INTO sensors (id, name, patient_id, created_at) VALUES ('${sensorId}', 'Bed mat', '${owner.id}', now());
         INSERT INTO webhooks (id, url, secret, events, created_at) VALUES ('${webhookId}', 'https://127.0.0.1/', 'whsec_AAAA', '{fall.raised}', now());
         INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ('${sessionId}', '${owner.id}', now(), now() + interval '1 hour');
         INSERT INTO passkeys (id, user_id, name, credential_id, public_key, counter, transports, created_at)
           VALUES ('${passkeyId}', '${owner.id}', 'Phone', '${passkeyId}', '', 0, '{}', now());
         INSERT INTO oidc_identities (id, user_id, issuer, subject, created_at, last_login_at)
           VALUES ('${identityId}', '${owner.id}', 'https://login.example.org', '${identityId}', now(), now());
         INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at)
           VALUES ('${accessTokenId}', '${owner.id}', 'Script', '${accessTokenId}', '{read}', now(), now() + interval '1 day');
         INSERT INTO shifts (caregiver_id, until, created_at) VALUES ('${assigned.id}', now() + interval '1 hour', now());
         INSERT INTO escalation_policies (patient_id, policy, updated_at)
           VALUES ('${owner.id}', '{"steps":[{"afterSeconds":0,"targets":["assigned"],"channels":["ntfy"]}],"repeats":{"everySeconds":60,"times":1}}', now());`,
      );
      return {
        ...staff,
        owner,
        assigned,
        colleague,
        stranger,
        unassigned,
        peer,
        admin,
        deactivated,
        deleted: { id: randomUUID(), email: 'nobody@example.org', role: 'ADMIN' },
        deviceId,
        mac,
        fallId,
        claimedFallId,
        offeredFallId,
        questionId,
        alertId,
        messageId,
        channelId,
        addressId,
        webhookId,
        stationId,
        firmwareId,
        sensorId,
        sessionId,
        emptyWardId,
        shiftId,
        exceptionId,
        swapId,
        calendarToken,
        passkeyId,
        identityId,
        accessTokenId,
        serviceAccountId,
      };
    },
    async token(person, lifeSeconds = 3600, isProved = true) {
      const session = randomUUID();
      const issued = Math.floor(Date.now() / 1000) - 7200;
      const expires = Math.floor(Date.now() / 1000) + lifeSeconds;
      await client.query(
        `INSERT INTO sessions (id, user_id, created_at, expires_at, reauthenticated_at)
         SELECT $1, id, to_timestamp($3), to_timestamp($4), CASE WHEN $5 THEN now() END FROM users WHERE id = $2`,
        [session, person.id, issued, expires, isProved],
      );
      return new SignJWT({ role: person.role })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(person.id)
        .setJti(session)
        .setIssuedAt(issued)
        .setExpirationTime(expires)
        .sign(SECRET);
    },
    accessToken,
    async deviceToken(deviceId) {
      const token = newSecretToken();
      await client.query(
        'INSERT INTO device_tokens (device_id, token_hash, created_at) VALUES ($1, $2, now()) ON CONFLICT (device_id) DO UPDATE SET token_hash = $2',
        [deviceId, hashOfSecretToken(token)],
      );
      return token;
    },
    async ward() {
      const id = randomUUID();
      await client.query(`INSERT INTO wards (id, name, created_at) VALUES ('${id}', '${id}', now())`);
      return id;
    },
    serviceToken: async (wardIds) =>
      accessToken(await serviceAccount(wardIds), ['read', 'respond', 'ingest', 'manage', 'operations'], null),
    close: () => client.end(),
  };
}
