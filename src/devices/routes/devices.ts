import Type from 'typebox';
import { patientInCareAt } from '../../people/routes/patient-path.ts';
import type { Database } from '../../platform/database/database.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { success } from '../../platform/schema/envelope.ts';
import { deviceOf } from '../records.ts';
import { Device } from '../schema.ts';
import { devicesOf } from '../store/devices.ts';
import type { NewestReports } from '../store/reports.ts';

export interface PatientDevicesRouteDeps {
  readonly db: Database;
  readonly reports: NewestReports;
  readonly now: () => number;
}

export const patientDevicesRoute = ({ db, reports, now }: PatientDevicesRouteDeps): Route =>
  route({
    operation: 'listPatientDevices',
    method: 'GET',
    path: '/patients/:id/devices',
    access: ['CAREGIVER', 'ADMIN'],
    limit: 'global',
    summary: 'Devices of a patient',
    target: (call) => patientInCareAt(db, call),
    status: 200,
    reply: success(Type.Array(Device)),
    async handle({ target, principal, record }) {
      recordHealthRead({ principal, record }, 'the devices of a patient', target.id);
      const devices = await reports.newest(await devicesOf(db, [target.id]));
      return { data: devices.map((device) => deviceOf(device, now())) };
    },
  });
