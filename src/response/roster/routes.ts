import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import type { Channels } from '../../notify/index.ts';
import { requireLeadOf, requireMemberOf } from '../../people/index.ts';
import { Forbidden, InvalidInput, NotFound } from '../../platform/errors.ts';
import { isUuid } from '../../platform/http/path-id.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { openRoute, type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, page, success } from '../../platform/schema/envelope.ts';
import { pageQuery, readPage } from '../../platform/schema/paging.ts';
import { eachOnce } from '../../platform/schema/time-of-day.ts';
import { DAY_MS } from '../../platform/time.ts';
import { type CalendarFeedDeps, CalendarFeeds } from './calendar-feeds.ts';
import { NOBODY_RINGS_ON_SILENT } from './night-shifts.ts';
import type { Rosters, SentShift } from './rosters.ts';
import * as schema from './schema.ts';
import { FIRST_DAY, LAST_DAY, type Slot } from './slots.ts';
import { listSwaps, SWAP_SORTS } from './store.ts';
import { unheardNights } from './unheard-nights.ts';

interface RosterRouteDeps extends CalendarFeedDeps {
  readonly rosters: Rosters;
  readonly channels: Pick<Channels, 'isConfigured'>;
}

type At = { readonly principal: Principal; readonly params: Params };

/** Room for 50 shifts of 50 caregivers. */
const ROSTER_BYTES = 256 * 1024;

/** docs/home.md, "Rosters". */
export function rosterRoutes(deps: RosterRouteDeps): readonly Route[] {
  const { db, rosters } = deps;
  const feeds = new CalendarFeeds(deps);
  const asLead = ({ principal, params }: At) => requireLeadOf(db, principal, params.id);
  const asMember = ({ principal, params }: At) => requireMemberOf(db, principal, params.id);
  const shown = async (wardId: string) => {
    const { shifts, exceptions } = await rosters.read(wardId);
    return { shifts, exceptions: exceptions.map(shownOnDate) };
  };

  return [
    route({
      operation: 'getRoster',
      at: 'GET /wards/:id/roster',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'Get the roster of a ward: shifts and coming exceptions. Leads of the ward and admins.',
      target: asLead,
      reply: success(schema.Roster),
      handle: async ({ target: { id } }) => ({ data: await shown(id) }),
    }),

    route({
      operation: 'updateRoster',
      at: 'PUT /wards/:id/roster',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Replace the roster of a ward. A shift keeps its exceptions if its `id` is sent.',
      target: asLead,
      body: schema.RosterChange,
      rules: schema.endsAfterStart,
      bodyBytes: ROSTER_BYTES,
      reply: success(schema.Roster),
      async handle({ target: { id, name }, body, record }) {
        await rosters.replace(id, body.shifts.map(sentShift));
        record({
          action: 'roster.changed',
          message: `Changed the roster of ${name}: ${body.shifts.length} shifts`,
        });
        return { data: await shown(id) };
      },
    }),

    route({
      operation: 'createRosterException',
      at: 'POST /wards/:id/roster/exceptions',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        'Take a caregiver from one slot, replace them, or add them to it. Leads of the ward and admins.',
      target: asLead,
      body: schema.NewRosterException,
      rules: schema.joinsOrLeaves,
      status: 201,
      reply: success(schema.RosterException),
      async handle({ target: { id, name }, body, record }) {
        const { shiftId, date, caregiverId, replacedBy = null } = body;
        const added = body.added ?? false;
        const made = await rosters.except(id, { shiftId, day: date, caregiverId, replacedBy, added });
        if (added)
          record({
            action: 'roster.exception',
            message: `Added a caregiver to the roster of ${name}, ${date}`,
            subjectId: caregiverId,
          });
        else
          record({
            action: 'roster.exception',
            message: `${replacedBy === null ? 'Took' : 'Replaced'} a caregiver on the roster of ${name}, ${date}`,
            subjectId: caregiverId,
          });
        return { data: shownOnDate(made) };
      },
    }),

    route({
      operation: 'deleteRosterException',
      at: 'DELETE /wards/:id/roster/exceptions/:exceptionId',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Delete an exception: the shift of the roster applies again',
      target: asLead,
      reply: success(Confirmation),
      async handle({ target: { id, name }, params, record }) {
        const { caregiverId, day } = await rosters.removeException(
          id,
          pathId('Exception', params.exceptionId),
        );
        record({
          action: 'roster.exception',
          message: `Deleted an exception on the roster of ${name}, ${day}`,
          subjectId: caregiverId,
        });
        return { data: { message: 'The exception is deleted' } };
      },
    }),

    route({
      operation: 'moveOnRoster',
      at: 'POST /wards/:id/roster/moves',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary:
        "Move a caregiver's turn to another day, to another member, or both. Leads of the ward and admins.",
      target: asLead,
      body: schema.RosterMove,
      reply: success(Confirmation),
      async handle({ target: { id, name }, body, record }) {
        const { date: day, toDate: toDay, ...move } = body;
        await rosters.move(id, { ...move, day, toDay });
        record({
          action: 'roster.moved',
          message: `Moved a turn on the roster of ${name}, ${day} to ${toDay}`,
          subjectId: body.caregiverId,
        });
        return { data: { message: 'The turn is moved' } };
      },
    }),

    route({
      operation: 'copyRosterWeek',
      at: 'POST /wards/:id/roster/copy-week',
      access: ['CAREGIVER', 'ADMIN'],
      scope: 'manage',
      summary: 'Copy who is on the slots of a week to the next week. Leads of the ward and admins.',
      target: asLead,
      body: schema.WeekToCopy,
      rules: schema.beginsOnMonday,
      reply: success(schema.WeekCopied),
      async handle({ target: { id, name }, body, record }) {
        const { copied, unchanged, skipped } = await rosters.copyWeek(id, body.from);
        record({
          action: 'roster.copied',
          message: `Copied the week of ${body.from} on the roster of ${name}: ${copied.length} slots`,
        });
        return { data: { copied: copied.length, unchanged, skipped: skipped.map(shownOnDate) } };
      },
    }),

    ...swapRoutes({ db, rosters, asMember }),

    route({
      operation: 'getWardCalendar',
      at: 'GET /wards/:id/calendar',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List the slots of a ward that overlap a range of days. Members of the ward and admins.',
      target: asMember,
      query: schema.CalendarRange,
      reply: success(Type.Array(schema.CalendarSlot)),
      async handle({ target: { id }, query: { from, to } }) {
        requireRange(from, to);
        const calendar = (await rosters.calendar([id], from, to)).get(id) ?? [];
        const isUnheard = await unheardNights(deps, calendar);
        return {
          data: calendar.map((slot) => ({
            shiftId: slot.shiftId,
            date: slot.day,
            name: slot.name,
            start: slot.start,
            end: slot.end,
            caregivers: slot.caregivers.map((caregiver) => ({ id: caregiver.id, name: caregiver.name })),
            gap: slot.caregivers.length === 0,
            warning: isUnheard(slot) ? NOBODY_RINGS_ON_SILENT : null,
          })),
        };
      },
    }),

    ...(['GET', 'POST'] as const).map((method) =>
      route({
        operation: method === 'GET' ? 'getWardCalendarFeed' : 'renewWardCalendarFeed',
        at: `${method} /wards/:id/calendar/feed`,
        access: ['CAREGIVER', 'ADMIN'],
        scope: method === 'GET' ? 'read' : 'manage',
        personal: true,
        summary:
          method === 'GET'
            ? 'Get your secret address of the iCalendar feed of a ward'
            : 'Renew your secret address of the iCalendar feed of a ward; the old one ends',
        target: asMember,
        reply: success(schema.CalendarFeed),
        async handle({ principal: { userId, token }, target: { id, name }, record }) {
          const owner = { personId: userId, wardId: id, tokenId: token?.id ?? null };
          if (method === 'GET') return { data: { url: await feeds.url(owner) } };
          const url = await feeds.renew(owner);
          record({ action: 'calendar.renewed', message: `Renewed the address of the calendar of ${name}` });
          return { data: { url } };
        },
      }),
    ),

    ...(['GET', 'POST'] as const).map((method) =>
      route({
        operation: method === 'GET' ? 'getOwnCalendarFeed' : 'renewOwnCalendarFeed',
        at: `${method} /caregivers/me/calendar/feed`,
        access: ['CAREGIVER'],
        scope: method === 'GET' ? 'read' : 'manage',
        summary:
          method === 'GET'
            ? 'Get the secret address of the iCalendar feed of your slots'
            : 'Renew the secret address of the iCalendar feed of your slots; the old one ends',
        reply: success(schema.CalendarFeed),
        async handle({ principal: { userId, token }, record }) {
          const owner = { personId: userId, wardId: null, tokenId: token?.id ?? null };
          if (method === 'GET') return { data: { url: await feeds.url(owner) } };
          const url = await feeds.renew(owner);
          record({ action: 'calendar.renewed', message: 'Renewed the address of the own calendar' });
          return { data: { url } };
        },
      }),
    ),

    openRoute({
      operation: 'readCalendarFeed',
      at: 'GET /calendars/:token',
      summary: 'Read an iCalendar feed (RFC 5545) by its secret address',
      target: ({ params }) => feeds.find(params.token ?? ''),
      download: { mediaType: 'text/calendar; charset=utf-8', fileName: () => 'roster.ics' },
      handle: async ({ target }) => ({ download: Readable.from([Buffer.from(await feeds.text(target))]) }),
    }),
  ];
}

function swapRoutes({
  db,
  rosters,
  asMember,
}: Pick<RosterRouteDeps, 'db' | 'rosters'> & {
  readonly asMember: (at: At) => Promise<{ readonly id: string; readonly name: string }>;
}): readonly Route[] {
  const answer = (word: 'accept' | 'decline', state: 'ACCEPTED' | 'DECLINED', summary: string) =>
    route({
      operation: `${word}Swap`,
      at: `POST /wards/:id/roster/swaps/:swapId/${word}`,
      access: ['CAREGIVER'],
      scope: 'manage',
      summary,
      target: asMember,
      reply: success(schema.Swap),
      async handle({ principal: { userId }, target, params, record }) {
        const swap = await rosters.answer(target, pathId('Swap', params.swapId), userId, state);
        record({
          action: `swap.${state === 'ACCEPTED' ? 'accepted' : 'declined'}`,
          message: `${state === 'ACCEPTED' ? 'Accepted' : 'Declined'} a swap in ${target.name}, ${swap.day}`,
          subjectId: swap.caregiverId,
        });
        return { data: shownOnDate(swap) };
      },
    });

  return [
    route({
      operation: 'listSwaps',
      at: 'GET /wards/:id/roster/swaps',
      access: ['CAREGIVER', 'ADMIN'],
      summary: 'List the swaps of a ward. Members of the ward and admins.',
      target: asMember,
      query: pageQuery({}, SWAP_SORTS),
      reply: page(schema.Swap),
      async handle({ target: { id }, query }) {
        const { rows, pagination } = await listSwaps(db, id, readPage(query));
        return { data: rows.map(shownOnDate), pagination };
      },
    }),

    route({
      operation: 'createSwap',
      at: 'POST /wards/:id/roster/swaps',
      access: ['CAREGIVER'],
      scope: 'manage',
      summary: 'Ask a colleague to take over one of your slots. The colleague is notified.',
      target: asMember,
      body: schema.NewSwap,
      status: 201,
      reply: success(schema.Swap),
      async handle({ principal: { userId }, target, body, record }) {
        const { shiftId, date, caregiverId, replacedBy } = body;
        if (caregiverId !== userId) throw new Forbidden('You can only swap your own slots');
        const swap = await rosters.askToSwap(target, { shiftId, day: date, caregiverId, replacedBy });
        record({
          action: 'swap.asked',
          message: `Asked a colleague to take over a slot in ${target.name}, ${date}`,
          subjectId: replacedBy,
        });
        return { data: shownOnDate(swap) };
      },
    }),

    answer('accept', 'ACCEPTED', 'Take over a slot that a colleague asked you to. The leads are notified.'),
    answer('decline', 'DECLINED', 'Decline to take over a slot. The leads are notified.'),
  ];
}

/** `null` inside a list means absent, too. */
const sentShift = (shift: Static<typeof schema.RosterChange>['shifts'][number]): SentShift => ({
  id: shift.id ?? null,
  name: shift.name.trim(),
  weekdays: eachOnce(shift.weekdays),
  start: shift.start,
  end: shift.end,
  caregivers: shift.caregivers.map((id) => id.toLowerCase()),
  from: shift.from,
  until: shift.until ?? null,
  everyWeeks: shift.everyWeeks ?? 1,
});

const shownOnDate = <E extends Pick<Slot, 'day'>>({ day, ...rest }: E) => ({
  ...rest,
  date: day,
});

/** docs/contract.md, "Requests": a path id that is not a UUID is 404. */
function pathId(what: string, id: string | undefined): string {
  if (id === undefined || !isUuid(id)) throw new NotFound(what);
  return id;
}

function requireRange(from: string, to: string): void {
  const outside = (day: string) =>
    day < FIRST_DAY || day > LAST_DAY ? `must be from ${FIRST_DAY} to ${LAST_DAY}` : undefined;
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const bad = {
    from: outside(from),
    to:
      outside(to) ??
      (days < 1 ? 'must not be before `from`' : undefined) ??
      (days > schema.MAX_CALENDAR_DAYS
        ? `must be at most ${schema.MAX_CALENDAR_DAYS} days after \`from\`, both included`
        : undefined),
  };
  const details = Object.fromEntries(
    Object.entries(bad).filter(([, problem]) => problem !== undefined),
  ) as Record<string, string>;
  if (Object.keys(details).length > 0) throw new InvalidInput(details);
}
