import { findUser } from '../accounts/index.ts';
import { patientInCareAt, requireLeadOf } from '../people/index.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { type Details, Forbidden, InvalidInput, NotFound } from '../platform/errors.ts';
import { found } from '../platform/http/path-id.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Params, type Route, route } from '../platform/http/route.ts';
import { Confirmation, page, success } from '../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../platform/schema/paging.ts';
import type { SensorEvents } from './events.ts';
import * as schema from './schema.ts';
import { rulesOf, saveRules } from './store/rules.ts';
import { deleteSensor, findSensor, insertSensor, listSensors, SENSOR_SORTS } from './store/sensors.ts';

export interface SensorRouteDeps {
  readonly db: Database;
  readonly sensorEvents: SensorEvents;
  readonly wardsLedBy: (q: Queryable, caregiverId: string) => Promise<readonly string[]>;
  readonly now: () => number;
}

const notWardLead = () => new Forbidden('You are not a lead of a ward', { code: 'NOT_WARD_LEAD' });

/** docs/sensors.md. */
export function sensorRoutes({ db, sensorEvents, wardsLedBy, now }: SensorRouteDeps): readonly Route[] {
  /** A service account acts as a lead of its wards. */
  const ledBy = async ({ userId, service }: Principal): Promise<readonly string[]> =>
    service?.wardIds ?? wardsLedBy(db, userId);

  /** A sensor without a ward may be about any patient, so it is for admins alone. */
  async function requireSensorsOf(principal: Principal, wardId: string | null): Promise<void> {
    if (wardId !== null) await requireLeadOf(db, principal, wardId);
    else if (principal.role !== 'ADMIN') throw notWardLead();
  }

  /** The ward of a new sensor that names none: that of its patient, or the one that the lead leads. */
  async function wardOfNew(
    principal: Principal,
    { patientId, wardId }: { patientId?: string | null; wardId?: string | null },
  ): Promise<string | null> {
    if (patientId) {
      const patient = await findUser(db, patientId);
      if (patient?.role !== 'PATIENT') throw new NotFound('Patient');
      if (wardId && wardId !== patient.wardId)
        throw new InvalidInput({ wardId: 'must be the ward of the patient' });
      return patient.wardId;
    }
    if (wardId || principal.role === 'ADMIN') return wardId ?? null;
    const [only, ...others] = await ledBy(principal);
    if (others.length > 0) throw new InvalidInput({ wardId: 'is required for a lead of several wards' });
    return only ?? null;
  }

  const rulesPath = '/patients/:id/sensor-rules';
  const patient = (call: { readonly principal: Principal; readonly params: Params }) =>
    patientInCareAt(db, call);

  return [
    route({
      operation: 'listSensors',
      at: 'GET /sensors',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List sensors other than wearables: all for admins, those of their wards for leads',
      query: pageQuery({}, SENSOR_SORTS),
      reply: page(schema.SensorRecord),
      async handle({ principal, query }) {
        const wards = principal.role === 'ADMIN' ? 'all' : await ledBy(principal);
        if (wards.length === 0) throw notWardLead();
        const { rows, pagination } = await listSensors(db, wards, readPage(query));
        return { data: rows, pagination };
      },
    }),

    route({
      operation: 'createSensor',
      at: 'POST /sensors',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Add a sensor: a bed mat, a radar, a door contact or a nurse-call system. For admins and leads of the ward.',
      body: schema.NewSensor,
      status: 201,
      reply: success(schema.SensorRecord),
      async handle({ principal, body, record }) {
        const wardId = await wardOfNew(principal, body);
        await requireSensorsOf(principal, wardId);
        const { name, kind = null, room = null, patientId = null } = body;
        const made = await insertSensor(db, { name, kind, room, patientId, wardId }, new Date(now()));
        const sensor = made && (await findSensor(db, made.id));
        if (sensor === undefined) throw new NotFound('Sensor');
        record({
          action: 'sensor.created',
          message: `Added the sensor ${name}`,
          ...(patientId && { subjectId: patientId }),
        });
        return { data: sensor };
      },
    }),

    route({
      operation: 'deleteSensor',
      at: 'DELETE /sensors/:id',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Remove a sensor. Its falls and alerts stay. For admins and leads of its ward.',
      async target({ principal, params }) {
        const sensor = await found('Sensor', params.id, (id) => findSensor(db, id));
        await requireSensorsOf(principal, sensor.ward?.id ?? null);
        return sensor;
      },
      reply: success(Confirmation),
      async handle({ target: { id, name, patientId }, record }) {
        if (!(await deleteSensor(db, id))) throw new NotFound('Sensor');
        record({
          level: 'warning',
          action: 'sensor.removed',
          message: `Removed the sensor ${name}`,
          ...(patientId && { subjectId: patientId }),
        });
        return { data: { message: 'The sensor is removed' } };
      },
    }),

    route({
      operation: 'sendSensorEvent',
      at: 'POST /sensors/events',
      access: 'signed-in',
      limit: 'urgent',
      scope: 'ingest',
      summary:
        'Send an event of a sensor. FALL and CALL become a fall; the others alert the care team, and escalate if the sensor rules of the patient say so. A repeat is answered with 200.',
      idempotencyKey:
        'Idempotency key of the event. An event of the same sensor and sender with the same key is a repeat: same answer, recorded once. Without a key, an event with the same `at`, type, patient and room is a repeat.',
      body: schema.NewSensorEvent,
      status: 201,
      otherStatus: 200,
      reply: success(schema.SensorEventRecord),
      async handle({ principal, body, idempotencyKey }) {
        const { status, event } = await sensorEvents.take(principal, body, { idempotencyKey });
        return { status, data: event };
      },
    }),

    route({
      operation: 'getSensorRules',
      at: `GET ${rulesPath}`,
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get the sensor alerts of a patient that escalate. For the care team and admins.',
      target: patient,
      reply: success(schema.SensorRules),
      handle: async ({ target: { id } }) => ({ data: { rules: await rulesOf(db, id) } }),
    }),

    route({
      operation: 'setSensorRules',
      at: `PUT ${rulesPath}`,
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Set the sensor alerts of a patient that escalate. For the care team and admins.',
      target: patient,
      body: schema.SensorRulesChange,
      rules: hoursDiffer,
      reply: success(schema.SensorRules),
      async handle({ target: { id }, body, record }) {
        const rules = body.rules.map(({ type, hours }) => ({ type, hours: hours ?? null }));
        await saveRules(db, id, rules, new Date(now()));
        record({
          action: 'sensor-rules.changed',
          message: 'Changed which sensor alerts of a patient escalate',
          subjectId: id,
        });
        return { data: { rules } };
      },
    }),
  ];
}

interface GivenRules {
  readonly rules?: readonly { readonly hours?: { readonly from: string; readonly to: string } | null }[];
}

const hoursDiffer = ({ rules = [] }: GivenRules): Details =>
  Object.fromEntries(
    rules.flatMap(({ hours }, index) =>
      hours && hours.from === hours.to
        ? [[`rules.${index}.hours.to`, 'must differ from `from`; leave out `hours` for the whole day']]
        : [],
    ),
  );
