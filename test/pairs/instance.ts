import { createTokenLookUp } from '../../src/accounts/access-tokens/access-tokens.ts';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { createEmailChanges } from '../../src/accounts/email/email-changes.ts';
import { createSessions } from '../../src/accounts/login/sessions.ts';
import { createTokens } from '../../src/accounts/login/tokens.ts';
import { createPasswords } from '../../src/accounts/passwords/passwords.ts';
import { announceDevicesOf } from '../../src/devices/owner-removal.ts';
import { heldDevice } from '../../src/devices/store/devices.ts';
import { setActive } from '../../src/directory/store.ts';
import { FallAlerts } from '../../src/falls/raise/raise.ts';
import { createWearerSignals } from '../../src/falls/wearer-signals/wearer-signals.ts';
import { createEventLog } from '../../src/live/event-log.ts';
import { Outbox } from '../../src/notify/outbox/outbox.ts';
import { endCareOf, lockForRemoval } from '../../src/people/care-ends.ts';
import { mayActFor } from '../../src/people/store/responders.ts';
import { createWards } from '../../src/people/wards/wards.ts';
import { PhoneResponder } from '../../src/phones/responder.ts';
import { createMemoryCluster } from '../../src/platform/cluster/memory.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import { WearerLearning } from '../../src/readings/wearer/learning.ts';
import { createDeliveryLedger } from '../../src/response/alerts/delivery-ledger.ts';
import { deleteAssistsOf } from '../../src/response/assist/store.ts';
import { createClaimLinks } from '../../src/response/claim-links/claim-links.ts';
import { Responses } from '../../src/response/commands/responses.ts';
import { createEscalator } from '../../src/response/escalation/escalator.ts';
import { createShifts } from '../../src/response/roster/shifts.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { findResponse } from '../../src/response/store/responses.ts';
import { SensorEvents } from '../../src/sensors/events.ts';
import { JWT_SECRET } from '../helpers/app.ts';
import { gateDatabase } from '../helpers/gated-database.ts';
import { silentLog } from '../helpers/silent-log.ts';

export type Instance = Awaited<ReturnType<typeof createInstance>>;

/**
 * Everything of one instance of the service that changes a fall, without transports and timers. Its statements can be
 * stopped.
 */
export async function createInstance(url: string, now: () => number) {
  const log = silentLog();
  const opened = openDatabase({ url, log });
  const gate = gateDatabase(opened);
  const { db } = gate;
  const cluster = createMemoryCluster({ now, log });
  const events = createEventLog({ db, cluster, now });
  const metrics = { acknowledged() {}, claimed() {}, unanswered() {}, dropped() {}, verified() {} };
  const channels = { isConfigured: () => true, givesReceipts: () => false };
  const responses = new Responses({
    db,
    channels,
    events,
    okWindowMs: 30_000,
    metrics,
    learner: new WearerLearning({ db, cluster, now }),
    now,
    log,
  });
  const fallAlerts = new FallAlerts({ cluster, events, heldDevice, responses, now, log });
  let verdict: 'stands' | 'moved_on' = 'stands';
  const shifts = createShifts({ db, events, channels, now });
  const escalator = createEscalator({
    db,
    events,
    shifts,
    verifier: {
      movedOn: async (_, impacts) => new Set(verdict === 'moved_on' ? impacts : []),
    },
    audit: { recordAuditLine: async () => {} },
    channels,
    receiptSeconds: 20,
    metrics,
    now,
    log,
  });
  const publicUrl = () => 'http://vigil.test';
  const outbox = new Outbox({
    db,
    notifiedFalls,
    channels: { send: async () => ({ delivered: true, status: 201, error: null }) },
    secretBox: createSecretBox({ current: Buffer.alloc(32), old: [] }),
    publicUrl,
    organisation: { readerOf: (language) => ({ timeZone: 'UTC', language: language ?? 'en' }) },
    createClaimLinks: createClaimLinks({ db, publicUrl }),
    instance: () => undefined,
    now,
    log,
  });
  // They run when a writer calls check().
  await Promise.all([escalator.close(), outbox.close()]);
  const sessions = createSessions({
    db,
    tokens: await createTokens(JWT_SECRET, now),
    ofAccessToken: createTokenLookUp({ db, now }),
    cluster,
    now,
    sessionSeconds: 3600,
    sessionMaxDays: 30,
    passwordPolicy: { mayLogIn: () => true },
    requirePasswordChange: false,
  });
  const announceDevices = announceDevicesOf(cluster);
  const accounts = createAccounts({
    passwordPolicy: { mayLogIn: () => true },
    db,
    passwords: await createPasswords({ memoryKib: 64, passes: 1 }),
    sessions,
    cluster,
    emailChanges: createEmailChanges({
      db,
      sessions,
      cluster,
      mail: undefined,
      resets: undefined,
      mayActFor,
      publicUrl,
      now,
    }),
    resets: undefined,
    eraseReadings: async () => {},
    onRoleChange: endCareOf(cluster, deleteAssistsOf),
    onStatus: (q, userId, active) => setActive(q, userId, active, new Date(now())),
    async onRemove(q, userId) {
      await lockForRemoval(q, userId);
      return announceDevices(q, userId);
    },
    now,
    log,
  });
  return {
    db,
    gate,
    now,
    events,
    responses,
    fallAlerts,
    signals: createWearerSignals({ db, responses, fallAlerts, recordHelpPress: async () => {}, now, log }),
    sensorEvents: new SensorEvents({ db, fallAlerts, timeZone: () => 'UTC', now, log }),
    byPhone: new PhoneResponder({ db, responses, findResponse, now }),
    ledger: createDeliveryLedger({ db, now, metrics, log }),
    wards: createWards({ db, cluster, now }),
    metrics,
    cluster,
    shifts,
    escalator,
    /** What every judgement says from now on. */
    judgeAs(next: typeof verdict) {
      verdict = next;
    },
    outbox,
    accounts,
    async close() {
      await cluster.close();
      await opened.close();
    },
  };
}
