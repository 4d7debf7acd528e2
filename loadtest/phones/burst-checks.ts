import type { Check } from '../report.ts';
import type { Told } from '../response/falls.ts';
import { fallsIn, outOfOrder, repeated, tally } from '../rules/told.ts';
import type { FeedEvent } from './feed.ts';
import type { PlacedCall, PlacedSms } from './gateway.ts';
import { type Burst, nameOf, PER_SHARED } from './residents.ts';

/** What has arrived about the falls of a burst. */
export interface Counted {
  /** Falls of the burst, and how many of them Vigil has raised. */
  readonly fallen: number;
  readonly raised: number;
  /** About residents with a caregiver of their own. */
  readonly push: Told;
  readonly webhook: Told;
  readonly sms: readonly PlacedSms[];
  readonly calls: readonly PlacedCall[];
  /** Messages to a caregiver's webhook that came before one about an earlier fall. */
  readonly swapped: number;
}

const once = ({ kind, missing, twice }: Told, about: string): Check => ({
  name: `${kind}: one message about every fall${about}`,
  found: `${missing} missing, ${twice} twice`,
  holds: missing === 0 && twice === 0,
});

/** A burst within the caps: nothing lost, nothing twice, in order. */
export function belowCaps(burst: Burst, { push, webhook, sms, calls, swapped }: Counted): Check[] {
  const wrongSms = wrongNumbers(burst, (number, names) => {
    const texts = sms.filter(({ to }) => to === number).map(({ text }) => text);
    const [first = '', second] = texts;
    const isFirst = first.includes(names[0] ?? '') && fallsIn(first) === 1;
    const rest = names.length - 1;
    return (
      isFirst && (rest === 0 ? texts.length === 1 : texts.length === 2 && fallsIn(second ?? '') === rest)
    );
  });
  const wrongCalls = wrongNumbers(burst, (number, names) => {
    const said = calls.filter(({ to }) => to === number).map((call) => call.said);
    return said.length === Math.min(2, names.length) && (said[0]?.includes(names[0] ?? '') ?? false);
  });
  const numbers = burst.alone.size + burst.shared.size;
  return [
    once(push, ' of a resident with a caregiver of their own'),
    once(webhook, ''),
    {
      name: `SMS: to every number the first fall at once, and for those with ${PER_SHARED} residents one more about the other falls`,
      found: `${wrongSms} of ${numbers} numbers wrong, ${sms.length} SMS`,
      holds: wrongSms === 0,
    },
    {
      name: 'calls: the same',
      found: `${wrongCalls} of ${numbers} numbers wrong, ${calls.length} calls`,
      holds: wrongCalls === 0,
    },
    {
      name: 'webhooks: the falls of a caregiver arrive in their order',
      found: `${swapped} out of order`,
      holds: swapped === 0,
    },
  ];
}

/** Names of the residents of a number, in the order of their falls. */
function wrongNumbers(
  { alone, shared }: Burst,
  isRight: (number: string, names: readonly string[]) => boolean,
): number {
  const namesOf = [
    ...[...alone].map(([number, device]) => [number, [nameOf(device)]] as const),
    ...[...shared].map(([number, devices]) => [number, devices.map(nameOf)] as const),
  ];
  return namesOf.filter(([number, names]) => !isRight(number, names)).length;
}

const ORDER = ['fall.raised', 'OPEN', 'CLAIMED', 'RESOLVED'];

/** The feed reports every fall once, and of those that were closed at once no change before the fall. */
export function closedInOrder({ devices, closing }: Burst, events: readonly FeedEvent[]): Check {
  const raised = new Set(events.filter(({ what }) => what === 'fall.raised').map(({ fallId }) => fallId));
  const resolved = events.filter(({ what }) => what === 'RESOLVED').length;
  const swapped = [...raised].reduce((sum, fall) => {
    const own = events.filter(({ fallId }) => fallId === fall);
    return sum + outOfOrder(own.map(({ what }) => ORDER.indexOf(what)));
  }, 0);
  const twice = repeated(events.map(({ id }) => id));
  return {
    name: 'feed: every fall and every resolution once, the fall first',
    found: `${raised.size} falls, ${resolved} resolutions, ${swapped} out of order, ${twice} twice`,
    holds: raised.size === devices.length && resolved === closing.size && swapped === 0 && twice === 0,
  };
}

/** Both bursts together exceed the caps. */
export function capped(
  one: Counted,
  two: Counted,
  caps: { readonly inAll: number; readonly perPerson: number },
  unexplained: number,
): Check[] {
  const kinds = [
    ['SMS', [...one.sms, ...two.sms]],
    ['calls', [...one.calls, ...two.calls]],
  ] as const;
  return [
    ...kinds.map(([name, all]): Check => {
      const most = Math.max(...tally(all.map(({ to }) => to)).values());
      return {
        name: `${name}: exactly ${caps.inAll} in an hour, at most ${caps.perPerson} to a person`,
        found: `${all.length}, at most ${most} to a person`,
        holds: all.length === caps.inAll && most <= caps.perPerson,
      };
    }),
    once(two.push, ' beyond the caps'),
    once(two.webhook, ' beyond the caps'),
    {
      name: 'the timeline of every fall has its SMS and its call, or the cap that forbade them',
      found: `${unexplained} without`,
      holds: unexplained === 0,
    },
  ];
}
