import type { Organisation } from '../../accounts/index.ts';
import { CHANNEL_KINDS, type Channels } from '../../notify/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { addDays, dayOf } from '../../platform/zone.ts';
import { ringingAmong } from '../reach/store.ts';
import { rosteredWards } from './duty-store.ts';
import { isUnheardNight } from './night-shifts.ts';
import type { CalendarSlot, Rosters } from './rosters.ts';

interface NightDeps {
  readonly db: Queryable;
  readonly channels: Pick<Channels, 'isConfigured'>;
  readonly organisation: Pick<Organisation, 'current'>;
  readonly now: () => number;
}

const DAYS_AHEAD = 7;

/** Which of the slots are nights in which nobody has a channel that rings on silent. */
export async function unheardNights(
  { db, channels, organisation, now }: NightDeps,
  slots: readonly CalendarSlot[],
): Promise<(slot: CalendarSlot) => boolean> {
  const people = new Set(slots.flatMap(({ caregivers }) => caregivers.map(({ id }) => id)));
  const ringing = await ringingAmong(db, [...people], CHANNEL_KINDS.filter(channels.isConfigured));
  const when = { zone: organisation.current().timeZone, at: new Date(now()) };
  return (slot) => isUnheardNight(slot, ringing, when);
}

/** The caregivers of such nights of the next days, in one ward or in all. */
export async function unheardAtNight(
  deps: NightDeps & { readonly rosters: Pick<Rosters, 'calendar'> },
  wardId: string | null,
): Promise<ReadonlySet<string>> {
  const { db, rosters, organisation, now } = deps;
  const today = dayOf(new Date(now()), organisation.current().timeZone);
  const wards = wardId === null ? await rosteredWards(db) : [wardId];
  const slots = [...(await rosters.calendar(wards, today, addDays(today, DAYS_AHEAD))).values()].flat();
  const isUnheard = await unheardNights(deps, slots);
  return new Set(slots.filter(isUnheard).flatMap(({ caregivers }) => caregivers.map(({ id }) => id)));
}
