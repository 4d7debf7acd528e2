import { DeviceClock } from '../../src/readings/schedule/device-clock.ts';
import type {
  Acceptance,
  DeviceConnection,
  ScheduledReading,
} from '../../src/readings/schedule/send-schedule.ts';
import { seeded } from '../helpers/seeded.ts';

/** A message as its device sends it and as it arrives, in milliseconds since the start of the case. */
interface Message {
  readonly at: number;
  readonly uptime: number;
  readonly isUrgent?: boolean;
  readonly connection?: DeviceConnection;
}

/** Messages, and what a schedule must make of them. */
export interface ScheduleCase {
  readonly name: string;
  readonly messages: readonly Message[];
  readonly check: (accepted: readonly (Acceptance | undefined)[]) => boolean;
}

const UPTIME = 500_000;

const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const all = (accepted: readonly (Acceptance | undefined)[]) => accepted.every((one) => one === 'due');
const count = (accepted: readonly (Acceptance | undefined)[]) =>
  accepted.filter((one) => one !== undefined).length;

/** One reading per second, each delayed by so much; with `inOrder` none overtakes the one before it. */
function delayed(delays: readonly number[], inOrder = true): Message[] {
  let last = 0;
  const messages = delays.map((delay, i) => {
    const at = i * 1000 + delay;
    last = inOrder ? Math.max(last + 1, at) : at;
    return { at: last, uptime: UPTIME + i * 1000 };
  });
  return messages.sort((a, b) => a.at - b.at);
}

const quiet = (count: number): number[] => Array<number>(count).fill(20);

/** 100 messages a second for 20 seconds. */
const flood = (uptime: (i: number) => number): Message[] =>
  times(2_000, (i) => ({ at: i * 10, uptime: uptime(i) }));
/** One reading per second, and those of the longest delay once. */
const isLimited = (accepted: readonly (Acceptance | undefined)[]) =>
  count(accepted) >= 18 && count(accepted) <= 21 + 10;

const random = seeded(25);

export const SCHEDULE_CASES: readonly ScheduleCase[] = [
  {
    name: 'jitter of up to 0.9 s from the first reading on',
    messages: delayed([880, 0, 450, 880, 10, ...times(60, () => random() * 900)]),
    check: all,
  },
  {
    name: 'a stall of 4 s',
    messages: delayed([...quiet(10), 4020, 3020, 2020, 1020, ...quiet(20)]),
    check: all,
  },
  {
    name: 'a stall of 5 s',
    messages: delayed([...quiet(10), 5000, 4000, 3000, 2000, 1000, ...quiet(20)]),
    check: all,
  },
  {
    name: 'a stall of 8 s, whose newest readings are at most 5 s late',
    messages: delayed([...quiet(10), ...times(8, (i) => 8000 - i * 1000), ...quiet(20)]),
    check: all,
  },
  {
    name: 'repeated stalls of 2 to 5 s',
    messages: delayed([...quiet(5), ...times(100, (i) => (i % 7 === 0 ? 2000 + random() * 3000 : 0))]),
    check: all,
  },
  {
    name: 'jitter of up to 5 s in order',
    messages: delayed([...quiet(3), ...times(200, () => random() * 5000)]),
    check: all,
  },
  {
    name: 'a delay that grows for 9 s and ends',
    messages: delayed([...quiet(5), ...times(9, (i) => i * 500), ...quiet(5)]),
    check: all,
  },
  {
    name: 'jitter of up to 4 s, in which readings overtake each other',
    messages: delayed([...quiet(6), ...times(100, () => random() * 4000)], false),
    check: (accepted) => count(accepted) === accepted.length && accepted.includes('overtaken'),
  },
  {
    name: 'two readings in quick succession, whatever the clock of the device says',
    messages: [
      { at: 0, uptime: UPTIME },
      { at: 50, uptime: UPTIME + 1000 },
    ],
    check: (accepted) => accepted[1] === undefined,
  },
  {
    name: 'a constant uptime, by arrival',
    messages: [0, 750, 1900, 2750, 3600, 4750].map((at) => ({ at, uptime: UPTIME })),
    check: (accepted) => accepted.join() === 'due,due,due,due,,due',
  },
  {
    name: 'no credit for silence when the clock of the device says that the readings are live',
    messages: [0, 60_000, 60_010, 60_020].map((at) => ({ at, uptime: UPTIME + at })),
    check: (accepted) => count(accepted) === 2,
  },
  {
    name: 'a restart of the device in a stream',
    messages: times(40, (i) => ({ at: i * 1000 + 20, uptime: i < 20 ? UPTIME + i * 1000 : (i - 20) * 1000 })),
    check: all,
  },
  {
    name: 'an uptime of 32 bits that wraps',
    messages: times(40, (i) => ({ at: i * 1000 + 20, uptime: (2 ** 32 - 20_500 + i * 1000) % 2 ** 32 })),
    check: all,
  },
  { name: 'a flood with 1000 ms of uptime per message', messages: flood((i) => i * 1000), check: isLimited },
  { name: 'a flood with true uptimes', messages: flood((i) => i * 10), check: isLimited },
  { name: 'a flood that restarts with every message', messages: flood((i) => 1e6 - i), check: isLimited },
  { name: 'a flood with uptime 0', messages: flood(() => 0), check: isLimited },
  {
    name: 'a flood with alternating uptimes',
    messages: flood((i) => (i % 2 === 0 ? i * 1000 : 5)),
    check: isLimited,
  },
  {
    name: 'a flood with random uptimes',
    messages: flood(() => Math.floor(random() * 20_000)),
    check: isLimited,
  },
  {
    name: 'a flood that always claims to be late',
    messages: flood((i) => (i < 4 ? UPTIME + i * 1000 : Math.floor(UPTIME + (i * 10) / 2))),
    check: isLimited,
  },
  {
    name: 'a flood of readings that claim to be overtaken',
    messages: flood((i) => (i < 8 ? UPTIME + i * 1000 : UPTIME + i * 10 - ((i * 37) % 4000))),
    check: isLimited,
  },
  {
    name: 'a clock that runs 10 % fast and sends by it',
    messages: times(660, (i) => ({ at: Math.floor((i * 1000) / 1.1), uptime: UPTIME + i * 1000 })),
    check: (accepted) => count(accepted) <= 602 && count(accepted) >= 590,
  },
  {
    name: 'a new connection every second: one extra reading each at most',
    messages: times(600, (i) => {
      const opened = Math.floor(i / 10) * 1000;
      return {
        at: opened + (i % 10),
        uptime: UPTIME + i * 100,
        connection: { id: `c${opened}`, connectedAt: opened },
      };
    }),
    check: (accepted) => count(accepted) <= 120,
  },
];

/** The readings of a case as the schedule gets them, the first at `start`. */
export function* readingsOf(
  { messages }: ScheduleCase,
  start: number,
  lastStoredAt: () => number,
): Generator<ScheduledReading> {
  const clock = new DeviceClock();
  for (const { at, uptime, isUrgent = false, connection } of messages) {
    const arrivedAt = start + Math.round(at);
    const madeAt = clock.madeAt(uptime, arrivedAt, connection?.id);
    const since = connection && { ...connection, connectedAt: start + connection.connectedAt };
    yield {
      arrived: arrivedAt,
      arrivedAt,
      madeAt,
      uptime,
      isUrgent,
      connection: since,
      lastStoredAt: lastStoredAt(),
    };
  }
}
