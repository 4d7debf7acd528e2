import { wornBy } from '../devices/vocabulary.ts';
import { fallsWithPatients } from '../falls/index.ts';
import { openQuestions } from '../morning/index.ts';
import type { Channels } from '../notify/index.ts';
import { activePatients } from '../people/index.ts';
import type { Person } from '../people/person.ts';
import type { Database } from '../platform/database/database.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import type { Station } from '../platform/http/principal.ts';
import { type Route, stationRoute } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import { onDuty, openFalls, unacknowledgedDeviceAlerts } from '../response/index.ts';
import { planRevisions } from '../ward-plans/index.ts';
import { createAccessAudit } from './access-audit.ts';
import {
  isMoving,
  MOST_DEVICE_ALERTS,
  MOST_FALLS,
  MOST_HANDOVERS,
  MOST_PATIENTS,
  MOST_QUESTIONS,
  OK_SHOWN_MS,
  QUESTION_SHOWN_MS,
  wearableOf,
} from './board.ts';
import { pinnedHandovers } from './handover-store.ts';
import { notWornAmong } from './not-worn.ts';
import type { PatientHealth } from './patient-health.ts';
import { isQuiet, type SignalsOf } from './signal.ts';
import { StationBoard } from './station-board-schema.ts';

interface StationBoardDeps {
  readonly db: Database;
  readonly facts: PatientHealth;
  readonly signalsOf: SignalsOf;
  readonly config: { readonly deviceQuietSeconds: number };
  readonly channels: Pick<Channels, 'givesReceipts'>;
  readonly stations: {
    readonly board: {
      /** The users who may unlock the station. */
      peopleAt(station: Station, at: Date): Promise<readonly Person[]>;
      wardOf(station: Station): Promise<Person | null>;
    };
  };
  readonly now: () => number;
}

/** docs/home.md, "Stations": the board of a ward, without messages, history and vital signs. */
export function stationBoardRoute({
  db,
  facts,
  signalsOf,
  config,
  channels,
  stations: { board },
  now,
}: StationBoardDeps): Route {
  const firstAccesses = createAccessAudit(now);
  return stationRoute({
    operation: 'getStationBoard',
    at: 'GET /stations/me/board',
    summary:
      'Get the board of the station: the falls of its ward, who is on duty, and who may act. Renews its cookie.',
    setsStationCookie: true,
    reply: success(StationBoard),
    async handle({ principal: station, record }) {
      const of = station.wardId === null ? 'everybody' : { wardId: station.wardId };
      const at = new Date(now());
      const [{ patients, total }, open] = await Promise.all([
        activePatients(db, of, MOST_PATIENTS, at),
        openFalls(db, of, new Date(at.getTime() - OK_SHOWN_MS), MOST_FALLS, channels),
      ]);
      const ids = patients.map(({ id }) => id);
      const seen = firstAccesses(station.id, ids);
      if (seen.length > 0) recordHealthRead({ principal: station, record }, 'the board of a station', seen);
      const [states, falls, deviceAlerts, duty, handovers, morningQuestions, caregivers, ward, plans] =
        await Promise.all([
          facts.of(ids),
          fallsWithPatients(db, [...open.keys()]),
          unacknowledgedDeviceAlerts(db, of, MOST_DEVICE_ALERTS),
          onDuty(db, at),
          pinnedHandovers(db, of === 'everybody' ? 'all wards' : of, at, MOST_HANDOVERS),
          openQuestions(db, of, new Date(at.getTime() - QUESTION_SHOWN_MS), MOST_QUESTIONS),
          board.peopleAt(station, at),
          board.wardOf(station),
          planRevisions(db, station.wardId === null ? [] : [station.wardId]),
        ]);
      const worn = states.map(({ devices }) => wornBy(devices));
      const [signals, notWorn] = await Promise.all([
        signalsOf(ids.map((id, index) => ({ id, wearables: states[index]?.devices ?? [] }))),
        notWornAmong(db, worn),
      ]);
      const mayAct = new Set(caregivers.map(({ id }) => id));
      return {
        data: {
          station: { id: station.id, name: station.name, ward },
          falls: falls.map((fall) => ({ ...fall, notified: open.get(fall.id) ?? [] })),
          deviceAlerts,
          people: patients.map(({ id, name, room, ward, absence, absenceEndedAt }, index) => ({
            id,
            name,
            room,
            ward,
            ...wearableOf(worn[index], signals[index] ?? { state: 'none', since: null }, notWorn, now()),
            absence,
            absenceEndedAt,
            moving: absence !== null && isMoving(states[index]?.devices ?? [], now()),
          })),
          totalPeople: total,
          quietCount: signals.filter(isQuiet).length,
          quietSeconds: config.deviceQuietSeconds,
          plans,
          handovers,
          morningQuestions,
          onDuty: duty.filter(({ id }) => mayAct.has(id)),
          caregivers,
        },
      };
    },
  });
}
