import type { Organisation } from '../accounts/index.ts';
import { wornBy } from '../devices/vocabulary.ts';
import { fallsWithPatients } from '../falls/index.ts';
import { openQuestions } from '../morning/index.ts';
import type { Channels } from '../notify/index.ts';
import { activePatients, countUnread, patientsShownTo } from '../people/index.ts';
import type { Database } from '../platform/database/database.ts';
import { recordHealthRead } from '../platform/http/audit-lines.ts';
import { type Route, route } from '../platform/http/route.ts';
import { success } from '../platform/schema/envelope.ts';
import {
  boardNoticesOf,
  onDuty,
  openDeviceAlerts,
  openFalls,
  type ReachabilityWatch,
  unacknowledgedDeviceAlerts,
} from '../response/index.ts';
import { planRevisions } from '../ward-plans/index.ts';
import { createAccessAudit } from './access-audit.ts';
import {
  boardPersonOf,
  MOST_DEVICE_ALERTS,
  MOST_FALLS,
  MOST_HANDOVERS,
  MOST_PATIENTS,
  MOST_QUESTIONS,
  OK_SHOWN_MS,
  QUESTION_SHOWN_MS,
  wearableOf,
} from './board.ts';
import { Board } from './board-schema.ts';
import { pinnedHandovers } from './handover-store.ts';
import { createHeartRateTrends } from './heart-rate-trends.ts';
import { notWornAmong } from './not-worn.ts';
import type { PatientHealth } from './patient-health.ts';
import { isQuiet, type SignalsOf } from './signal.ts';

interface BoardRouteDeps {
  readonly db: Database;
  readonly organisation: Pick<Organisation, 'readerOf'>;
  readonly facts: PatientHealth;
  readonly signalsOf: SignalsOf;
  readonly config: { readonly deviceQuietSeconds: number };
  readonly channels: Pick<Channels, 'givesReceipts'>;
  readonly reachability: Pick<ReachabilityWatch, 'currentWarning'>;
  readonly now: () => number;
}

const MOST_NOTICES = 50;

/**
 * Everything the console's first page needs, in one request: a whole care home may share one IP address and its rate
 * limit.
 */
export function boardRoutes({
  db,
  organisation,
  facts,
  signalsOf,
  config,
  channels,
  reachability,
  now,
}: BoardRouteDeps): readonly Route[] {
  const firstAccesses = createAccessAudit(now);
  const trendsOf = createHeartRateTrends(db, now);
  return [
    route({
      operation: 'getBoard',
      at: 'GET /board',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        "Get the board: the caregiver's patients with their latest readings, and open falls. Admins see all patients.",
      reply: success(Board),
      async handle({ principal, record }) {
        const of = patientsShownTo('team', principal);
        const seesTeamAlerts = of === 'everybody' || principal.service !== undefined;
        const [{ patients, total }, open] = await Promise.all([
          activePatients(db, of, MOST_PATIENTS, new Date(now())),
          openFalls(db, of, new Date(now() - OK_SHOWN_MS), MOST_FALLS, channels),
        ]);
        const seen = firstAccesses(
          principal.userId,
          patients.map(({ id }) => id),
        );
        if (seen.length > 0) recordHealthRead({ principal, record }, 'the board', seen);
        const [
          states,
          falls,
          deviceAlerts,
          teamAlerts,
          duty,
          notices,
          handovers,
          morningQuestions,
          warning,
          unreadMessages,
          plans,
        ] = await Promise.all([
          facts.of(patients.map(({ id }) => id)),
          fallsWithPatients(db, [...open.keys()]),
          openDeviceAlerts(db, principal.userId, MOST_DEVICE_ALERTS),
          seesTeamAlerts ? unacknowledgedDeviceAlerts(db, of, MOST_DEVICE_ALERTS) : [],
          onDuty(db, new Date(now())),
          boardNoticesOf(db, principal.userId, organisation, new Date(now()), MOST_NOTICES),
          pinnedHandovers(
            db,
            principal.role === 'ADMIN' ? 'all wards' : { memberId: principal.userId },
            new Date(now()),
            MOST_HANDOVERS,
          ),
          openQuestions(db, of, new Date(now() - QUESTION_SHOWN_MS), MOST_QUESTIONS),
          reachability.currentWarning(),
          countUnread(db, principal.userId),
          planRevisions(db, [...new Set(patients.flatMap(({ ward }) => ward?.id ?? []))]),
        ]);
        const worn = states.map(({ devices }) => wornBy(devices));
        const keys = worn.flatMap((device) => (device === undefined ? [] : [device.key]));
        const [trends, signals, notWorn] = await Promise.all([
          trendsOf(keys),
          signalsOf(patients.map(({ id }, i) => ({ id, wearables: states[i]?.devices ?? [] }))),
          notWornAmong(db, worn),
        ]);
        return {
          data: {
            falls: falls.map((fall) => ({ ...fall, notified: open.get(fall.id) ?? [] })),
            deviceAlerts,
            teamDeviceAlerts: teamAlerts.map(({ alerts: _, ...alert }) => alert),
            people: patients.flatMap((patient, index) => {
              const state = states[index];
              const device = worn[index];
              const trend = device === undefined ? [] : (trends.get(device.key) ?? []);
              const signal = signals[index];
              return state === undefined || signal === undefined
                ? []
                : [boardPersonOf(patient, state, wearableOf(device, signal, notWorn, now()), trend, now())];
            }),
            totalPeople: total,
            quietCount: signals.filter(isQuiet).length,
            quietSeconds: config.deviceQuietSeconds,
            onDuty: duty,
            notices,
            plans,
            handovers,
            morningQuestions,
            warnings: warning === undefined ? [] : [warning],
            unreadMessages,
          },
        };
      },
    }),
  ];
}
