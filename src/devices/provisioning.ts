import { findUser, holdTokenOf } from '../accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import { Conflict, Forbidden, NotFound, Unauthenticated, Unavailable } from '../platform/errors.ts';
import type { Principal, Role } from '../platform/http/principal.ts';
import type { NewDeviceLogEntry } from './store/device-logs.ts';
import { countDevicesLocking, type DeviceRow, findDeviceByMac, insertDevice } from './store/devices.ts';
import { replaceDeviceToken } from './store/tokens.ts';

interface RegistrationDeps {
  readonly db: Database;
  readonly writeDeviceLog: (entry: NewDeviceLogEntry) => void;
  readonly now: () => number;
}

/** docs/contract.md, "Devices". */
const DEVICES_PER_USER = 10;

export function requireFewerThanMaxDevices(owned: number): void {
  if (owned >= DEVICES_PER_USER)
    throw new Forbidden(`A user may have at most ${DEVICES_PER_USER} devices`, { code: 'DEVICE_LIMIT' });
}

const usualName = (macAddress: string): string => `Wearable ${macAddress.slice(-5)}`;

/** docs/contract.md, "Provisioning": creates a device before its first reading, with the token that it will use. */
export async function provisionDevice(
  { db, writeDeviceLog, now }: RegistrationDeps,
  {
    macAddress,
    name,
    userId,
    tokenHash,
    by,
  }: {
    readonly macAddress: string;
    readonly name: string | undefined;
    readonly userId: string;
    readonly tokenHash: Buffer;
    readonly by: Pick<Principal, 'token'>;
  },
): Promise<DeviceRow> {
  const at = new Date(now());
  const device = await db.transaction(async (q) => {
    const owned = await countDevicesLocking(q, userId);
    if (owned === undefined) throw new NotFound('Patient');
    const madeByToken = await holdTokenOf(q, by);
    const existing = await findDeviceByMac(q, macAddress);
    if (existing?.userId === userId)
      throw new Conflict(
        'The device already belongs to this patient; POST /device/:id/token makes a new token',
        {
          code: 'DEVICE_TAKEN',
        },
      );
    if (existing !== undefined) throw ownedByAnother();
    requireFewerThanMaxDevices(owned);
    const row = await insertDevice(q, {
      userId,
      macAddress,
      name: name ?? usualName(macAddress),
      lastSeen: null,
      now: at,
    });
    if (row === undefined) throw ownedByAnother();
    await replaceDeviceToken(q, row.id, { hash: tokenHash, madeByToken, at });
    return row;
  });
  writeDeviceLog({ deviceId: device.id, type: 'INFO', message: 'Registered, before its first reading', at });
  return device;
}

const ownedByAnother = () =>
  new Conflict('This device belongs to another patient; move it instead (POST /device/:id/move)', {
    code: 'DEVICE_TAKEN',
  });

/**
 * docs/contract.md, "Devices": registers an unknown MAC; returns the existing device if a concurrent request registered
 * it first.
 */
export async function registerDevice(
  { db, writeDeviceLog, now }: RegistrationDeps,
  macAddress: string,
  userId: string,
): Promise<DeviceRow> {
  const { row, isNew, role } = await db.transaction(async (q) => {
    const owned = await countDevicesLocking(q, userId);
    if (owned === undefined) throw new Unauthenticated();
    const existing = await findDeviceByMac(q, macAddress);
    if (existing !== undefined) return { row: existing, isNew: false, role: undefined };
    requireFewerThanMaxDevices(owned);
    const at = new Date(now());
    const inserted = await insertDevice(q, {
      userId,
      macAddress,
      name: usualName(macAddress),
      lastSeen: at,
      now: at,
    });
    const role = inserted && (await findUser(q, userId))?.role;
    return { row: inserted ?? (await findDeviceByMac(q, macAddress)), isNew: inserted !== undefined, role };
  });
  if (row === undefined) throw new Unavailable('The device was deleted while it was being registered');
  if (isNew) for (const entry of registrationLog(row.id, role, new Date(now()))) writeDeviceLog(entry);
  return row;
}

/** The contract lets every account own devices, but only patients have caregivers whom a fall could alert. */
function registrationLog(deviceId: string, role: Role | undefined, at: Date): NewDeviceLogEntry[] {
  const registered: NewDeviceLogEntry = { deviceId, type: 'INFO', message: 'Registered', at };
  if (role !== 'CAREGIVER' && role !== 'ADMIN') return [registered];
  const owner = role === 'ADMIN' ? "an admin's" : "a caregiver's";
  const message = `Registered by ${owner} account: its falls alert nobody; use it with a patient's account`;
  return [registered, { deviceId, type: 'WARNING', message, at }];
}
