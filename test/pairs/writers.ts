import { changeUser } from '../../src/accounts/store/users.ts';
import { moveWearable } from '../../src/devices/move-device.ts';
import { deleteDevice, findDevices } from '../../src/devices/store/devices.ts';
import { isLasting } from '../../src/devices/watch/conditions.ts';
import { lockFallsOfDevice, purgeFalls } from '../../src/falls/store/falls.ts';
import { settlePage } from '../../src/notify/outbox/pages-store.ts';
import { recordReceipts } from '../../src/notify/receipts/store.ts';
import { endedBy } from '../../src/people/care-ends.ts';
import { assign, unassign } from '../../src/people/store/assignments.ts';
import { recordPhoneOutcome, usePhoneHook } from '../../src/phones/store/hooks.ts';
import type { FallLevel } from '../../src/platform/fall-levels.ts';
import { hashOfSecretToken } from '../../src/platform/secret-token.ts';
import { markSeen } from '../../src/response/alerts/delivery-store.ts';
import { purgeAlerts } from '../../src/response/alerts/store.ts';
import { lockCaregiversOf } from '../../src/response/care-team.ts';
import { acknowledge } from '../../src/response/commands/acknowledge.ts';
import { flagForInvestigation } from '../../src/response/fall/store.ts';
import { notifiedFalls } from '../../src/response/store/notified-falls.ts';
import { purgeResponseLog } from '../../src/response/store/response-log.ts';
import type { Instance } from './instance.ts';
import { type Clock, type Scene, type Stage, suspiciousReading } from './scene.ts';

/** What a writer has reported to its caller about a fall: it must stay true. */
export interface Reported {
  readonly fall: string;
  readonly level: FallLevel;
  /** A call for help: its alerts say so. */
  readonly isCall?: boolean;
}

export interface Writer {
  /** The stages at which it has something to do. */
  readonly stages: readonly Stage[];
  /** False if it deletes entries of timelines. */
  readonly keepsTimeline?: boolean;
  /**
   * It runs the transaction of another writer, with another way in or other values: it is the first one of pairs only,
   * because as the second one it would repeat them.
   */
  readonly isVariant?: boolean;
  run(instance: Instance, scene: Scene, clock: Clock): Promise<Reported | undefined>;
}

type Work = (instance: Instance, scene: Scene, clock: Clock) => Promise<unknown>;

/** It reports nothing to its caller that could be taken back. */
const silently = (stages: readonly Stage[], work: Work): Writer => ({
  stages,
  async run(...args) {
    await work(...args);
    return undefined;
  },
});

/** It reports a fall and its level to its caller. */
const telling = (
  stages: readonly Stage[],
  work: (
    ...args: Parameters<Work>
  ) => Promise<{ readonly fall: { readonly id: string; readonly status: FallLevel } }>,
  isCallIn: (result: never) => boolean = () => false,
): Writer => ({
  stages,
  async run(...args) {
    const result = await work(...args);
    return { fall: result.fall.id, level: result.fall.status, isCall: isCallIn(result as never) };
  },
});

const variant = (writer: Writer): Writer => ({ ...writer, isVariant: true });

/** As the fall of a scene. */
const LIKELY = 0.6;
const HIGH = 0.8;
const CONFIRMED = 0.95;
const UNKNOWN = { location: null, witnessed: null, injuries: null };

const report = (by?: 'ann'): Writer =>
  telling(['checking'], ({ fallAlerts }, scene, clock) =>
    fallAlerts.raiseFromReport({
      userId: scene.patient,
      confidence: HIGH,
      ...UNKNOWN,
      at: new Date(clock.now()),
      ...(by && { by: { userId: scene[by], isWithPatient: true } }),
    }),
  );

const sensorEvent = (type: 'FALL' | 'CALL' | 'BED_EXIT'): Writer =>
  silently(['checking', 'claimed'], ({ sensorEvents }, { patient, sensor }, clock) =>
    sensorEvents.take(
      { userId: patient, role: 'PATIENT' },
      { sensorId: sensor, type, at: new Date(clock.now()).toISOString() },
      {},
    ),
  );

/**
 * Everything that changes a fall, its response or who is notified of it. A statement of src/ that writes these tables and is
 * run by none of them fails the test: add its writer here.
 */
export const WRITERS: Readonly<Record<string, Writer>> = {
  'a reading that raises': telling(['checking', 'claimed'], ({ fallAlerts }, scene, clock) =>
    fallAlerts.raiseFromStream(suspiciousReading(clock, scene.patient, scene.device, HIGH)),
  ),
  'a further sign': variant(
    telling(['moved on'], ({ fallAlerts }, scene, clock) =>
      fallAlerts.raiseFromStream(suspiciousReading(clock, scene.patient, scene.device, LIKELY)),
    ),
  ),
  'an emergency of the detector': telling(['checking', 'claimed'], ({ fallAlerts }, scene, clock) =>
    fallAlerts.raiseFromStream(suspiciousReading(clock, scene.patient, scene.device, CONFIRMED)),
  ),
  'a reading of another wearable': variant(
    telling(['checking'], ({ fallAlerts }, scene, clock) =>
      fallAlerts.raiseFromStream(suspiciousReading(clock, scene.patient, scene.secondDevice, HIGH)),
    ),
  ),
  'a backlog': variant(
    telling(['checking'], ({ fallAlerts }, scene, clock) =>
      fallAlerts.raiseFromStream(suspiciousReading(clock, scene.patient, scene.device, HIGH, 35)),
    ),
  ),
  'a call for help': telling(
    ['checking', 'claimed', 'emergency', 'called again'],
    ({ signals }, { patient, device }) =>
      signals.answer({ userId: patient, role: 'PATIENT' }, { id: device.id, userId: patient }, 'help'),
    ({ isNew }: { readonly isNew: boolean }) => isNew,
  ),
  "I'm OK": silently(['checking', 'open'], ({ signals }, { patient }) =>
    signals.answer({ userId: patient, role: 'PATIENT' }, undefined, 'ok'),
  ),
  'a fall that a sensor noticed': sensorEvent('FALL'),
  'a call by a sensor': sensorEvent('CALL'),
  'a bed exit': variant(sensorEvent('BED_EXIT')),
  'a report by the patient': variant(report()),
  'a report by a caregiver': report('ann'),
  'a missed check-in': variant(
    silently(['checking'], ({ fallAlerts }, { patient }, clock) =>
      fallAlerts.raiseFromCheckIn(patient, new Date(clock.now()), async () => true),
    ),
  ),
  'a claim': silently(['checking', 'expired'], ({ responses }, { fall, ben }) =>
    responses.claim(fall, ben, {}),
  ),
  'a claim by an admin': variant(
    silently(['checking'], ({ responses }, { fall, admin }) =>
      responses.claim(fall, admin, { etaMinutes: 3 }),
    ),
  ),
  'a claim at a station': variant(
    silently(['checking'], ({ responses }, { fall, ann }) =>
      responses.claim(fall, ann, {}, { station: { id: fall, name: 'Office' } }),
    ),
  ),
  'an acknowledgement': silently(['checking', 'claimed'], ({ events, responses, metrics }, scene, clock) =>
    acknowledge(
      { events, responses, metrics },
      { id: scene.alertOfAnn, fallId: scene.fall, patientId: scene.patient },
      scene.ann,
      new Date(clock.now()),
      'CONFIRMED',
    ),
  ),
  'help from another ward': silently(['checking', 'claimed'], ({ responses }, { fall, patient, cid }) =>
    responses.assist({ id: fall, userId: patient }, cid, null),
  ),
  'a release': silently(['claimed'], ({ responses }, { fall, ann }) => responses.release(fall, ann)),
  'a hand-off': silently(['claimed'], ({ responses }, { fall, ann, ben }) =>
    responses.handOff(fall, ann, ben),
  ),
  'an accepted hand-off': variant(
    silently(['claimed'], ({ responses }, { fall, ben }) => responses.claim(fall, ben, {})),
  ),
  'a declined hand-off': silently(['claimed'], ({ responses }, { fall, ben }) =>
    responses.declineHandOff(fall, ben),
  ),
  'a resolution': silently(['checking', 'claimed'], ({ responses }, { fall, ben }) =>
    responses.resolve(fall, ben, { outcome: 'FALSE_ALARM' }),
  ),
  'a correction': silently(['resolved'], ({ responses }, { fall, ann }) =>
    responses.correct(fall, ann, { outcome: 'FALSE_ALARM' }),
  ),
  'an escalation step': silently(['checking', 'called again', 'expired'], ({ escalator }) =>
    escalator.check(),
  ),
  'an escalation step that reaches nobody': silently(
    ['checking'],
    async ({ db, escalator }, { ann, ben, admin }) => {
      for (const id of [ann, ben, admin])
        await db.run('DELETE FROM notification_channels WHERE user_id = $1', [id]);
      await escalator.check();
    },
  ),
  'an escalation step because nobody received the last one': variant(
    silently(['open'], async ({ db, escalator }, { fall }, clock) => {
      await db.run(`UPDATE outbox SET state = 'FAILED' WHERE fall_id = $1`, [fall]);
      clock.pass(20);
      await escalator.check();
    }),
  ),
  'an escalation step after the clock was set back': variant(
    silently(['open'], ({ escalator }, _, clock) => {
      clock.pass(-7200);
      return escalator.check();
    }),
  ),
  'the outbox': silently(['open'], async ({ outbox }) => {
    await outbox.check();
    await outbox.settled();
  }),
  'the delivery ledger': variant(
    silently(['open'], async ({ ledger }, { alertOfAnn, fall }) => {
      ledger.recordSent({ id: alertOfAnn, fallId: fall });
      await ledger.drain();
    }),
  ),
  'key 1 of a phone': variant(
    silently(['checking'], ({ byPhone }, { fall, ben, hook }) =>
      byPhone.claim(fall, ben, (q, at) => usePhoneHook(q, hook, at)),
    ),
  ),
  'key 2 of a phone': silently(['open'], ({ byPhone }, { fall, ben, hook }) =>
    byPhone.pass([fall], ben, (q, at) => usePhoneHook(q, hook, at)),
  ),
  'the outcome of a call': variant(
    silently(['open'], ({ db }, { fall, ben }, clock) => {
      const createdAt = new Date(clock.now());
      const call = {
        kind: 'call',
        personId: ben,
        channelId: null,
        messageId: null,
        fallIds: [fall],
        attempt: 1,
      } as const;
      return db.transaction((q) =>
        recordPhoneOutcome(
          q,
          notifiedFalls,
          { ...call, say: null, claimable: true, language: 'en', createdAt },
          'busy',
          createdAt,
        ),
      );
    }),
  ),
  'a page that failed': variant(
    silently(['open'], async ({ db, outbox }, { fall, patient, ann }, clock) => {
      await outbox.check();
      await outbox.settled();
      const [sent] = await db.rows<{ id: string }>(
        `SELECT id FROM outbox WHERE fall_id = $1 AND person_id = $2 AND state = 'SENT' ORDER BY id LIMIT 1`,
        [fall, ann],
      );
      if (sent === undefined) return;
      const page = {
        id: sent.id,
        fallId: fall,
        patientId: patient,
        personId: ann,
        channelId: fall,
        number: '7',
      };
      const at = new Date(clock.now());
      await db.transaction((q) => settlePage(q, notifiedFalls, { ...page, sentAt: at }, 'out of range', at));
    }),
  ),
  'a receipt of a message': variant(
    silently(['open'], async ({ db, outbox }, { fall }, clock) => {
      await outbox.check();
      await outbox.settled();
      const at = new Date(clock.now());
      const sent = await db.column<string>(`SELECT id FROM outbox WHERE fall_id = $1 AND state = 'SENT'`, [
        fall,
      ]);
      if (sent.length === 0) return;
      await db.transaction((q) =>
        recordReceipts(
          q,
          notifiedFalls,
          sent.map((messageId) => ({ messageId, hash: null, state: 'opened', reason: null, at })),
        ),
      );
    }),
  ),
  'a client that has seen its alert': variant(
    silently(['open'], ({ db }, { ann, alertOfAnn }, clock) =>
      markSeen(db, ann, { alertIds: [alertOfAnn], fallIds: [] }, true, new Date(clock.now())),
    ),
  ),
  'a claim link': variant(
    silently(['checking'], ({ responses }, { claimToken }) => responses.claimByLink(claimToken)),
  ),
  'an acknowledged page': variant(
    silently(['checking'], ({ responses }, { fall, ben }, clock) =>
      responses.claimByPage(fall, ben, new Date(clock.now())),
    ),
  ),
  'the end of a shift': silently(['claimed'], ({ shifts }, { ann }) => shifts.end(ann)),
  'an assignment': silently(['checking'], ({ db }, { cid, patient }, clock) =>
    assign(db, {
      caregiverId: cid,
      patientId: patient,
      relationship: null,
      createdAt: new Date(clock.now()),
    }),
  ),
  'an unassignment': silently(['checking', 'claimed'], ({ db }, { ann, patient }) =>
    db.transaction((q) => endedBy(q, [ann], () => unassign(q, ann, patient))),
  ),
  'a caregiver who leaves the ward': silently(['checking', 'claimed'], ({ wards }, scene) =>
    wards.end({ userId: scene.admin, role: 'ADMIN' }, scene.ward, scene.ben),
  ),
  'a caregiver who joins the ward': variant(
    silently(['checking'], ({ wards }, scene) =>
      wards.put({ userId: scene.admin, role: 'ADMIN' }, scene.ward, scene.cid, {}),
    ),
  ),
  'a patient who moves to another ward': silently(['checking', 'claimed'], ({ db, wards }, scene) =>
    db.transaction((q) =>
      wards.move(q, { userId: scene.admin, role: 'ADMIN' }, scene.patient, scene.otherWard),
    ),
  ),
  'a deactivated caregiver': silently(['claimed', 'open'], ({ db }, { ann }, clock) =>
    changeUser(db, ann, { status: 'inactive' }, new Date(clock.now())),
  ),
  'a caregiver who becomes a patient': silently(['claimed'], ({ accounts }, { ann }) =>
    accounts.changeRole(ann, 'PATIENT'),
  ),
  'a deleted caregiver': silently(['claimed', 'open'], ({ accounts }, { ann }) => accounts.remove(ann)),
  'a deleted patient': silently(['checking', 'claimed'], ({ accounts }, { patient }) =>
    accounts.remove(patient),
  ),
  'a deleted wearable': silently(['checking'], ({ db }, { device, patient }) =>
    db.transaction(async (q) => {
      await lockCaregiversOf(q, [patient]);
      await lockFallsOfDevice(q, device.id);
      await deleteDevice(q, device.id);
    }),
  ),
  'a moved wearable': silently(['checking'], async ({ db, events, cluster }, scene, clock) => {
    const [device] = await findDevices(db, [scene.device.id]);
    if (device === undefined) return;
    const tokenHash = hashOfSecretToken(scene.fall);
    const to = { patientId: scene.neighbour, tokenHash, by: {}, at: new Date(clock.now()) };
    await moveWearable(
      { events, firmware: { latest: undefined, offeredTo: async () => new Map() }, cluster },
      device,
      to,
    );
  }),
  'retention of falls': silently(['resolved'], ({ db }, _, clock) =>
    db.transaction((q) => purgeFalls(q, new Date(clock.now()), 100)),
  ),
  'retention of timelines': {
    ...silently(['resolved'], ({ db }, _, clock) => purgeResponseLog(db, new Date(clock.now()), 100)),
    keepsTimeline: false,
  },
  'retention of alerts': variant(
    silently(['resolved'], ({ db }, _, clock) => purgeAlerts(db, isLasting, new Date(clock.now()), 100)),
  ),
  'a flag for investigation': silently(['checking'], ({ db }, { fall, admin }, clock) =>
    flagForInvestigation(db, fall, {
      flagged: true,
      flaggedBy: admin,
      flaggedAt: new Date(clock.now()),
      note: null,
    }),
  ),
};
