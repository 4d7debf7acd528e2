import { holdTokenOf } from '../../accounts/index.ts';
import type { EventLog } from '../../live/index.ts';
import { patientAt, patientInCareAt, requireCareOf } from '../../people/index.ts';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import type { Database } from '../../platform/database/database.ts';
import { Conflict, InvalidInput } from '../../platform/errors.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { canonicalMac } from '../../platform/mac.ts';
import { success } from '../../platform/schema/envelope.ts';
import { hashOfSecretToken, newSecretToken } from '../../platform/secret-token.ts';
import { DEVICE_TOKEN_REPLACED } from '../cluster-events.ts';
import type { DeviceLogWriter } from '../log-writer.ts';
import { moveWearable } from '../move-device.ts';
import { provisionDevice } from '../provisioning.ts';
import type { WantedFirmware } from '../records.ts';
import { deviceOf } from '../records.ts';
import { DeviceMove, DeviceToken, DeviceWithToken, NewDevice } from '../schema.ts';
import type { NewestReports } from '../store/reports.ts';
import { replaceDeviceToken } from '../store/tokens.ts';
import { devicePaths } from './device-path.ts';

interface WearableRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly deviceLog: DeviceLogWriter;
  readonly cluster: Cluster;
  readonly events: EventLog;
  readonly firmware: WantedFirmware;
  readonly brokerUrl: () => string | null;
  readonly phoneUrls: () => Promise<readonly string[]>;
  readonly updateKey: string | null;
  readonly now: () => number;
}

/** docs/contract.md, "Provisioning": which person wears which wearable, and the token it connects with. */
export function wearableRoutes(deps: WearableRouteDeps): readonly Route[] {
  const { db, reports, deviceLog, cluster, brokerUrl, phoneUrls, updateKey, now } = deps;
  const { deviceInCare } = devicePaths(db, reports);
  const reach = async () => ({ broker: brokerUrl(), phoneUrls: [...(await phoneUrls())], updateKey });

  return [
    route({
      operation: 'registerDevice',
      at: 'POST /patients/:id/devices',
      access: 'signed-in',
      scope: 'manage',
      summary:
        'Register a wearable for a patient before its first reading. Returns its token, once. For the patient, an assigned caregiver or an admin.',
      target: (call) => patientInCareAt(db, call),
      body: NewDevice,
      status: 201,
      reply: success(DeviceWithToken),
      async handle({ principal, target, body, record }) {
        const macAddress = canonicalMac(body.macAddress);
        if (macAddress === undefined) throw new InvalidInput({ macAddress: 'must be a MAC address' });
        const token = newSecretToken();
        const device = await provisionDevice(
          { db, writeDeviceLog: deviceLog.record, now },
          {
            macAddress,
            name: body.name ?? undefined,
            userId: target.id,
            tokenHash: hashOfSecretToken(token),
            by: principal,
          },
        );
        const message = `Registered device ${macAddress}`;
        record({ action: 'device.registered', message, subjectId: target.id });
        return { data: { ...deviceOf(device, now()), token, ...(await reach()) } };
      },
    }),

    route({
      operation: 'replaceDeviceToken',
      at: 'POST /device/:id/token',
      access: 'signed-in',
      scope: 'manage',
      summary:
        'Create a new token for the device. The response shows it once; the old token stops working. For its owner, an assigned caregiver or an admin.',
      target: deviceInCare,
      reply: success(DeviceToken),
      async handle({ principal, target, record }) {
        const token = newSecretToken();
        await db.transaction(async (q) =>
          replaceDeviceToken(q, target.id, {
            hash: hashOfSecretToken(token),
            madeByToken: await holdTokenOf(q, principal),
            at: new Date(now()),
          }),
        );
        await cluster.broadcast(DEVICE_TOKEN_REPLACED, { macAddress: target.macAddress });
        const message = `Made a token for device ${target.macAddress}`;
        record({ action: 'device.token.created', message, subjectId: target.userId });
        return { data: { token, ...(await reach()), deviceId: target.id, macAddress: target.macAddress } };
      },
    }),

    route({
      operation: 'moveDevice',
      at: 'POST /device/:id/move',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Assign a wearable to another patient. Returns its new token, once. Readings and falls stay with the previous wearer. For an admin, or a caregiver of both patients.',
      target: deviceInCare,
      body: DeviceMove,
      reply: success(DeviceWithToken),
      async handle({ target, principal, body, record }) {
        const patient = await patientAt(db, { params: { id: body.patientId } });
        await requireCareOf(db, principal, patient.id);
        if (patient.id === target.userId)
          throw new Conflict('The device already belongs to this patient', { code: 'DEVICE_TAKEN' });
        const token = newSecretToken();
        const at = new Date(now());
        const moved = await moveWearable(deps, target, {
          patientId: patient.id,
          tokenHash: hashOfSecretToken(token),
          by: principal,
          at,
        });
        deviceLog.record({ deviceId: moved.id, type: 'INFO', message: 'Moved here from another wearer', at });
        const message = `Moved device ${moved.macAddress}`;
        record({ action: 'device.moved', message: `${message} to somebody else`, subjectId: target.userId });
        record({ action: 'device.moved', message: `${message} here`, subjectId: patient.id });
        return { data: { ...deviceOf(moved, now()), token, ...(await reach()) } };
      },
    }),
  ];
}
