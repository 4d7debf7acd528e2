import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { insertUser } from '../../src/accounts/store/users.ts';
import { heldDevice } from '../../src/devices/store/devices.ts';
import { createEventLog } from '../../src/live/event-log.ts';
import type { EventLog, LiveEvent, NewEvent } from '../../src/live/events.ts';
import type { ChannelMessage, DeliveryResult } from '../../src/notify/channels/channel.ts';
import type { ChannelKind, Target } from '../../src/notify/channels/kinds.ts';
import { Outbox } from '../../src/notify/outbox/outbox.ts';
import { insertChannel } from '../../src/notify/personal-channels/store.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { type Database, openDatabase, type Queryable } from '../../src/platform/database/database.ts';
import type { AuditEntry } from '../../src/platform/http/audit.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { createFallVerifier } from '../../src/readings/fall-verifier.ts';
import { WearerLearning } from '../../src/readings/wearer/learning.ts';
import { createClaimLinks } from '../../src/response/claim-links/claim-links.ts';
import { Responses } from '../../src/response/commands/responses.ts';
import { createEscalator, type Escalator } from '../../src/response/escalation/escalator.ts';
import type { EscalationPolicy } from '../../src/response/escalation/schema.ts';
import { setPolicy } from '../../src/response/escalation/store.ts';
import { type FallRow, insertFall } from '../../src/response/fall/store.ts';
import { createShifts, type Shifts } from '../../src/response/roster/shifts.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { responsesOf } from '../../src/response/store/responses.ts';
import type { FallSource, FallVerifier } from '../../src/response/vocabulary.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { silentLog } from '../helpers/silent-log.ts';

export interface Sent {
  readonly target: Target;
  readonly message: ChannelMessage;
  readonly at: number;
}

type Behaviour = (target: Target, message: ChannelMessage) => Promise<DeliveryResult> | DeliveryResult;

export const DELIVERED: DeliveryResult = { delivered: true, status: 200, error: null };

/** Responses, escalator and outbox on their own database, with a clock that tests move by hand. */
export interface Harness {
  readonly db: Database;
  readonly url: string;
  readonly responses: Responses;
  readonly shifts: Shifts;
  readonly escalator: Escalator;
  readonly outbox: Outbox;
  readonly sent: Sent[];
  readonly received: LiveEvent[];
  readonly audited: AuditEntry[];
  /** Logged errors. A test removes the ones it expects; close() fails on the rest. */
  readonly failures: string[];
  /** Logged warnings and errors without an exception. */
  /** Metrics and log lines of changes of responses. */
  readonly noted: string[];
  readonly logged: { readonly fields: object; readonly message: string }[];
  readonly unanswered: () => number;
  /** Sets how channels answer; by default they deliver at once. */
  behave(behaviour: Behaviour): void;
  now(): number;
  pass(seconds: number): void;
  /** The escalator of another instance. */
  anotherEscalator(verifier?: FallVerifier, receiptSeconds?: number): Promise<Escalator>;
  outboxOf(behaviour?: Behaviour, db?: Database): Promise<Outbox>;
  person(role: 'PATIENT' | 'CAREGIVER' | 'ADMIN', name?: string): Promise<string>;
  assign(caregiverId: string, patientId: string): Promise<void>;
  ward(): Promise<string>;
  join(wardId: string, caregiverId: string, lead?: boolean): Promise<void>;
  move(patientId: string, wardId: string | null): Promise<void>;
  channel(userId: string, kind?: ChannelKind, more?: object): Promise<string>;
  policy(policy: EscalationPolicy): Promise<void>;
  fall(patientId: string, confidence?: number, source?: FallSource): Promise<string>;
  rise(fallId: string): Promise<void>;
  response(fallId: string): Promise<NonNullable<Awaited<ReturnType<typeof responseOfFall>>>>;
  log(fallId: string): Promise<string[]>;
  /** Runs the escalator and the outbox until no step is due and every message is sent. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const ALL_CHANNELS = {
  isConfigured: () => true,
  givesReceipts: (kind: ChannelKind) => kind !== 'ntfy' && kind !== 'email' && kind !== 'pager',
};

export const OK_WINDOW_SECONDS = 30;

const responseOfFall = async (db: Database, fallId: string) => (await responsesOf(db, [fallId])).get(fallId);

/** `isRunning`: uses the real clock; escalator and outbox run by their own timers. */
export async function createHarness({
  isRunning = false,
  okWindowSeconds = OK_WINDOW_SECONDS,
  receiptSeconds = 0,
} = {}): Promise<Harness> {
  const database = await createTestDatabase();
  const failures: string[] = [];
  const logged: { fields: object; message: string }[] = [];
  const log = silentLog({
    error: (fields, message) => {
      if ('err' in fields) failures.push(`${message}: ${fields.err}`);
      else logged.push({ fields, message });
    },
    warn: (fields, message) => void logged.push({ fields, message }),
  });
  const db = openDatabase({ url: database.url, log });
  let clock = Date.parse('2026-03-01T10:00:00Z');
  const now = () => (isRunning ? Date.now() : clock);
  const cluster = createMemoryCluster({ now, log });
  const events: EventLog = createEventLog({ db, cluster, now });
  const received: LiveEvent[] = [];
  events.subscribe((event) => received.push(event));
  const noted: string[] = [];
  const sent: Sent[] = [];
  const audited: AuditEntry[] = [];
  let behaviour: Behaviour = () => DELIVERED;
  let exhausted = 0;
  let people = 0;
  let wards = 0;
  let channels = 0;

  const responses = new Responses({
    db,
    events,
    okWindowMs: okWindowSeconds * 1000,
    channels: ALL_CHANNELS,
    metrics: {
      acknowledged: () => void noted.push('acknowledged'),
      claimed: () => void noted.push('claimed'),
    },
    learner: new WearerLearning({ db, cluster, now }),
    now,
    log: silentLog({ info: (_fields, message) => void noted.push(message) }),
  });
  async function raise(q: Queryable, fall: FallRow, older: readonly string[]): Promise<readonly NewEvent[]> {
    const patient = { patientName: 'Pat Old', patientRoom: null };
    const context = await responses.raiseContextOf(q, { patientIds: [fall.userId], older });
    const raised = responses.raise(q, [{ fall, patient }], context);
    await raised.written;
    return raised.events;
  }
  const shifts = createShifts({ db, events, channels: ALL_CHANNELS, now });
  const openEscalator = (verifier = createFallVerifier(), seconds = receiptSeconds) =>
    createEscalator({
      db,
      events,
      shifts,
      verifier,
      audit: { recordAuditLine: async (entry) => void audited.push(entry) },
      channels: ALL_CHANNELS,
      receiptSeconds: seconds,
      metrics: {
        verified: (verdict) => void noted.push(verdict),
        unanswered: () => {
          exhausted += 1;
        },
      },
      now,
      log,
    });
  const publicUrl = () => 'http://vigil.test';
  const outboxOf = (own?: Behaviour, ownDb = db) =>
    new Outbox({
      db: ownDb,
      notifiedFalls,
      channels: {
        send: async (target, message) => {
          sent.push({ target, message, at: now() });
          return (own ?? behaviour)(target, message);
        },
      },
      secretBox: createSecretBox({ current: Buffer.alloc(32), old: [] }),
      publicUrl,
      organisation: { readerOf: (language) => ({ timeZone: 'UTC', language: language ?? 'en' }) },
      createClaimLinks: createClaimLinks({ db, publicUrl }),
      instance: () => undefined,
      now,
      log,
    });
  const escalator = openEscalator();
  const outbox = outboxOf();
  // Stopped from the start: they run only when a test calls check(), and moving the clock wakes no timer.
  const stop = async () => {
    await escalator.close();
    await outbox.close();
  };
  if (!isRunning) await stop();

  const harness: Harness = {
    db,
    url: database.url,
    responses,
    shifts,
    escalator,
    outbox,
    sent,
    received,
    audited,
    failures,
    logged,
    noted,
    unanswered: () => exhausted,
    behave(next) {
      behaviour = next;
    },
    now,
    pass(seconds) {
      clock += seconds * 1000;
    },
    async anotherEscalator(verifier, seconds) {
      const another = openEscalator(verifier, seconds);
      await another.close();
      return another;
    },
    async outboxOf(own, ownDb) {
      const another = outboxOf(own, ownDb);
      await another.close();
      return another;
    },
    async person(role, name = 'Person') {
      people += 1;
      const { id } = await insertUser(db, {
        email: `p${people}@example.org`,
        passwordHash: 'x',
        firstName: name,
        lastName: `No${people}`,
        role,
        now: new Date(now()),
      });
      return id;
    },
    async assign(caregiverId, patientId) {
      await db.run('INSERT INTO assignments (caregiver_id, patient_id, created_at) VALUES ($1, $2, now())', [
        caregiverId,
        patientId,
      ]);
    },
    async ward() {
      wards += 1;
      const row = await db.row<{ id: string }>(
        'INSERT INTO wards (name, created_at) VALUES ($1, $2) RETURNING id',
        [`Ward ${wards}`, new Date(now())],
      );
      return row?.id ?? '';
    },
    async join(wardId, caregiverId, lead = false) {
      await db.run(
        'INSERT INTO ward_members (ward_id, caregiver_id, lead, created_at) VALUES ($1, $2, $3, $4)',
        [wardId, caregiverId, lead, new Date(now())],
      );
    },
    async move(patientId, wardId) {
      await db.run('UPDATE users SET ward_id = $2 WHERE id = $1', [patientId, wardId]);
    },
    async channel(userId, kind = 'webpush', more = {}) {
      channels += 1;
      const target = {
        webpush: { endpoint: `https://push.test/${channels}/${userId}`, keys: { p256dh: 'k', auth: 'a' } },
        email: { address: `${userId}@example.org` },
        ntfy: { url: 'https://ntfy.test', topic: userId, token: null },
        webhook: { url: `https://hooks.test/${userId}`, secret: 'whsec_x' },
        sms: { number: `+49151${channels}` },
        call: { number: `+49152${channels}` },
        pager: { number: String(4700 + channels) },
      }[kind];
      const channel = await db.transaction((q) =>
        insertChannel(
          q,
          {
            id: randomUUID(),
            userId,
            kind,
            target,
            minSeverity: 'POTENTIAL',
            quietHours: null,
            verifiedAt: new Date(now()),
            createdAt: new Date(now()),
            code: null,
            madeByToken: null,
            ...more,
          },
          20,
        ),
      );
      if (channel === undefined) throw new Error('no channel was created');
      return channel.id;
    },
    policy: async (policy) => void (await setPolicy(db, null, policy, new Date(now()))),
    fall: async (userId, confidence = 0.8, source) =>
      db.transaction(async (q) => {
        const at = new Date(now());
        const report = {
          userId,
          confidence,
          location: null,
          witnessed: null,
          injuries: null,
          at,
          ...(source && { source }),
        };
        const fall = await insertFall(q, heldDevice, report);
        await raise(q, fall, []);
        return fall.id;
      }),
    async rise(fallId) {
      await events.transaction(async (q) => {
        const fall = (await q.row<FallRow>(
          `UPDATE fall_events SET confidence = 1, status = 'CONFIRMED' WHERE id = $1
           RETURNING id, source, user_id AS "userId", device_id AS "deviceId", status, created_at AS "createdAt"`,
          [fallId],
        )) as FallRow;
        return { result: undefined, events: await raise(q, fall, [fallId]) };
      });
    },
    async response(fallId) {
      const response = await responseOfFall(db, fallId);
      if (response === undefined) throw new Error('the fall has no response');
      return response;
    },
    log: async (fallId) =>
      (
        await db.rows<{ type: string }>('SELECT type FROM response_log WHERE fall_id = $1 ORDER BY id', [
          fallId,
        ])
      ).map(({ type }) => type),
    async settle() {
      await escalator.check();
      await outbox.check();
      await outbox.settled();
    },
    async close() {
      await stop();
      await cluster.close();
      await db.close();
      await database.drop();
      assert.deepEqual(failures, []);
    },
  };
  return harness;
}

/** A channel that answers when the test calls answer(). */
export function createGate() {
  let answer: (result: DeliveryResult) => void = () => {};
  const answered = new Promise<DeliveryResult>((resolve) => {
    answer = resolve;
  });
  return { hangs: () => answered, answer };
}

/** A patient with one caregiver who has a push channel. */
export async function createCare(harness: Harness) {
  const patient = await harness.person('PATIENT', 'Pat');
  const caregiver = await harness.person('CAREGIVER', 'Ann');
  await harness.assign(caregiver, patient);
  await harness.channel(caregiver);
  return { patient, caregiver };
}

/** The recipients of the messages sent so far, by the user id in their address. */
export const endpointsOf = (sent: readonly Sent[]): string[] =>
  sent.map(
    ({ target }) => (target.kind === 'webpush' ? target.endpoint.split('/').at(-1) : target.kind) ?? '',
  );
