import Type from 'typebox';
import type { Organisation } from '../accounts/index.ts';
import { shownName, shownRoom } from '../accounts/schema.ts';
import { fleetBatteries } from '../devices/index.ts';
import { requireLead } from '../people/index.ts';
import { chunksOf } from '../platform/batching/chunks.ts';
import type { Database } from '../platform/database/database.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import * as t from '../platform/schema/primitives.ts';
import { type Trend, trendsOf } from '../readings/index.ts';
import { wearing } from './board-schema.ts';
import { dischargeOf, emptyAt, eveningAfterNight, mustCharge, STEPS } from './charging.ts';

interface ChargingRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly now: () => number;
}

/** Three dozen look-ups each. */
const BATCH_SIZE = 100;

const Charging = t.record('Charging', 'Wearables to charge tonight', {
  until: t.timestamp('The evening after this night, until which a battery must last'),
  checked: t.count('Wearables in use whose battery is known', 24),
  wearables: Type.Array(
    t.record('WearableToCharge', 'Wearable whose battery does not last', {
      id: t.id('ID of the device'),
      name: t.string('Name of the device', 'Watch'),
      batteryLevel: t.number(0, 100, '%', 'Battery level', 31),
      batteryAt: t.timestamp('Time of that level'),
      perDay: t.nullable(
        t.measured('%', 'Discharge a day, over the last three days; null if too little is known', 38.4),
      ),
      emptyAt: t.nullable(t.timestamp('When the battery is empty at that rate; null if unknown')),
      charging: wearing.charging,
      wearer: t.record('WearerToVisit', 'Wearer of the device', {
        id: t.id('ID of the patient'),
        name: shownName('the wearer'),
        room: shownRoom(),
        wardId: t.nullable(t.id('ID of the ward; null without one')),
      }),
    }),
    { description: 'By battery level; at most 1000' },
  ),
});

/** docs/home.md, "Wearables: batteries and false alarms". */
export const chargingRoute = ({ db, organisation, now }: ChargingRouteDeps): Route =>
  route({
    operation: 'listWearablesToCharge',
    at: 'GET /reports/charging',
    access: ['CAREGIVER', 'ADMIN'],
    summary:
      'List the wearables whose battery does not last until tomorrow evening. For admins, and leads with the `wardId` of their ward. Every call is audited.',
    query: Type.Object({ wardId: t.optional(t.id('Only wearers in this ward; required for leads')) }),
    mayNotFind: true,
    reply: success(Charging),
    async handle({ principal, query: { wardId = null }, record }) {
      await requireLead(db, principal, wardId);
      const at = new Date(now());
      const until = eveningAfterNight(at, organisation.current().timeZone);
      const devices = await fleetBatteries(db, wardId);
      const trends = new Map<number, Trend>();
      const keys = devices.map(({ key }) => key);
      for (const some of chunksOf(keys, BATCH_SIZE))
        for (const [key, trend] of await trendsOf('battery_level', db, some, { ...STEPS, to: at }))
          trends.set(key, trend);
      const wearables = devices.flatMap(({ key, batteryLevel, lastSeen, ...device }) => {
        const battery = { level: batteryLevel, at: lastSeen };
        const perHour = dischargeOf(trends.get(key) ?? []);
        if (!mustCharge(battery, perHour, until)) return [];
        return {
          ...device,
          batteryLevel,
          batteryAt: lastSeen,
          perDay: perHour === null ? null : perHour * 24,
          emptyAt: emptyAt(battery, perHour),
        };
      });
      recordHealthRead(
        { principal, record },
        'the batteries of wearables',
        wearables.map(({ wearer }) => wearer.id),
      );
      return { data: { until, checked: devices.length, wearables } };
    },
  });
