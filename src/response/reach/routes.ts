import Type from 'typebox';
import type { Organisation } from '../../accounts/index.ts';
import type { Viewer } from '../../accounts/permissions.ts';
import type { ChannelKind, Channels } from '../../notify/index.ts';
import { requireLeadOf } from '../../people/index.ts';
import { groupedBy } from '../../platform/batching/group-by.ts';
import type { Database } from '../../platform/database/database.ts';
import { Forbidden } from '../../platform/errors.ts';
import { recordHealthRead } from '../../platform/http/audit-lines.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { lastNight } from '../../platform/night.ts';
import { success } from '../../platform/schema/envelope.ts';
import { currentCareTeamsOf } from '../care-team.ts';
import { NOBODY_RINGS_ON_SILENT } from '../roster/night-shifts.ts';
import type { Rosters } from '../roster/rosters.ts';
import { unheardAtNight } from '../roster/unheard-nights.ts';
import { unreachedBetween } from './last-night.ts';
import { CHANNEL_UNRECEIVED, channelStateOf, groupedReach, MOST_REACHED, reachOf } from './reach.ts';
import {
  EscalationReach,
  EscalationReachQuery,
  ReachabilityQuery,
  ReachablePerson,
  UnreachedNight,
  UnreachedQuery,
} from './schema.ts';
import { channelStatusesOf, patientsOfPolicy, peopleToReach } from './store.ts';

interface ReachRouteDeps {
  readonly db: Database;
  readonly channels: Pick<Channels, 'isConfigured' | 'givesReceipts'>;
  readonly rosters: Pick<Rosters, 'calendar'>;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly now: () => number;
}

/** docs/response.md, "Reachability": who can be notified outside the console. For admins, and for leads of their ward. */
export function reachRoutes(deps: ReachRouteDeps): readonly Route[] {
  const { db, channels, now } = deps;
  const stateOf = (channel: Parameters<typeof channelStateOf>[0]) =>
    channelStateOf(channel, channels.isConfigured);

  /** Null for everybody. */
  async function wardFor(viewer: Viewer, wardId: string | null | undefined): Promise<string | null> {
    if (wardId) return (await requireLeadOf(db, viewer, wardId)).id;
    if (viewer.role !== 'ADMIN') throw onlyWithWard();
    return null;
  }

  async function statusesOf(people: readonly string[]) {
    return groupedBy(await channelStatusesOf(db, people), ({ userId }) => userId);
  }

  return [
    route({
      operation: 'listReachability',
      at: 'GET /caregivers/reachability',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        'List by which channels caregivers and admins can be reached, those on duty first. For admins; with `wardId` also for leads of the ward.',
      query: ReachabilityQuery,
      mayNotFind: true,
      reply: success(Type.Array(ReachablePerson)),
      async handle({ principal, query }) {
        const wardId = await wardFor(principal, query.wardId);
        const people = await peopleToReach(db, wardId, new Date(now()));
        const channelsOf = await statusesOf(people.map(({ id }) => id));
        const unheard = await unheardAtNight(deps, wardId);
        return {
          data: people.map((person) => {
            const own = channelsOf(person.id).map((channel) => {
              const unreceived = channel.lacksReceipts && channels.givesReceipts(channel.kind);
              return {
                kind: channel.kind,
                state: stateOf(channel),
                failed: channel.failed,
                testedAt: channel.testedAt,
                ringsOnSilent: channel.ringsOnSilent,
                lastAcceptedAt: channel.lastAcceptedAt,
                lastReceivedAt: channel.lastReceivedAt,
                unreceived,
                warning: unreceived ? CHANNEL_UNRECEIVED : null,
              };
            });
            return {
              ...person,
              isReachable: own.some(({ state }) => state === 'WORKING'),
              warnings: unheard.has(person.id) ? [NOBODY_RINGS_ON_SILENT] : [],
              channels: own,
            };
          }),
        };
      },
    }),

    route({
      operation: 'listUnreached',
      at: 'GET /caregivers/unreached',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        'List who received none of the notifications about a fall of the last night. For admins; with `wardId` also for leads of the ward. Every call is audited.',
      query: UnreachedQuery,
      mayNotFind: true,
      reply: success(UnreachedNight),
      async handle({ principal, query, record }) {
        const wardId = await wardFor(principal, query.wardId);
        const at = new Date(now());
        const { start, end } = lastNight(at, deps.organisation.current().timeZone);
        const night = { from: start, to: end < at ? end : at };
        const unreached = await unreachedBetween(db, channels, night, wardId, at);
        const patients = unreached.map(({ patientId }) => patientId);
        recordHealthRead({ principal, record }, 'who was not reached last night', patients);
        return { data: { ...night, unreached } };
      },
    }),

    route({
      operation: 'getEscalationReach',
      at: 'GET /escalation/reach',
      access: ['CAREGIVER', 'ADMIN'],
      summary:
        'Get whom the targets of escalation steps reach now, by name and channel kind, for the patients to whom a policy applies: of the organisation, of a ward (also for its leads) or of one patient',
      query: EscalationReachQuery,
      mayNotFind: true,
      reply: success(Type.Array(EscalationReach)),
      async handle({ principal, query }) {
        const patientId = query.patientId ?? null;
        const wardId = await wardFor(principal, query.wardId);
        const patients = await patientsOfPolicy(db, { wardId, patientId });
        const careTeamOf = await currentCareTeamsOf(db, patients, new Date(now()));
        const teams = patients.map(careTeamOf);
        const people = new Set(teams.flatMap(({ all, admins }) => [...all, ...admins]));
        const channelsOf = await statusesOf([...people]);
        const kindsOf = (personId: string): readonly ChannelKind[] =>
          channelsOf(personId)
            .filter((channel) => stateOf(channel) === 'WORKING')
            .map(({ kind }) => kind);
        const named = await peopleToReach(db, null, new Date(now()));
        return {
          data: groupedReach(teams.map((team) => reachOf(team, kindsOf))).map((group) => {
            const reached = new Map(group.people.map((person) => [person.id, person]));
            return {
              ...group,
              people: named
                .flatMap(({ id, name }) => {
                  const person = reached.get(id);
                  return person === undefined ? [] : [{ ...person, name }];
                })
                .slice(0, MOST_REACHED),
            };
          }),
        };
      },
    }),
  ];
}

const onlyWithWard = (): Forbidden =>
  new Forbidden('Only admins see all caregivers; leads name their ward', { code: 'NOT_WARD_LEAD' });
