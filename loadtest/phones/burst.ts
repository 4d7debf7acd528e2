import { setTimeout as delay } from 'node:timers/promises';
import { putOn } from '../falls.ts';
import { type RunningVigil, startVigil } from '../machine/service.ts';
import { doing } from '../progress.ts';
import type { Report } from '../report.ts';
import { setLadder } from '../response/channels.ts';
import { sendWithin, toldOf, topicsOf } from '../response/falls.ts';
import { type Receiver, startReceiver } from '../response/receiver.ts';
import { outOfOrder } from '../rules/told.ts';
import { type SeededDevice, withDatabase } from '../seed.ts';
import { belowCaps, type Counted, capped, closedInOrder } from './burst-checks.ts';
import { type Feed, type FeedEvent, startFeed } from './feed.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { type Burst, Home, messagesOf, sizesOf } from './residents.ts';

const BURST_SECONDS = 10;
const PER_PERSON = 3;
/** An SMS about grouped falls waits for a minute. */
const MAX_SENDING_MS = 120_000;
const REST_MS = 45_000;
const LOOK_MS = 250;
/** Messages that should not exist would arrive within this time. */
const SETTLE_MS = 3_000;

/**
 * Two bursts. The first stays below the caps: everything arrives once and in order. The second exceeds the caps of the
 * organisation and of some people: exactly the caps are sent, and every other try says which cap was reached.
 */
export async function burstOfFalls({ falls }: { readonly falls: number }): Promise<Report> {
  const sizes = sizesOf(falls);
  const below = messagesOf(sizes);
  const inAll = below + Math.floor(below / 2);
  const [receiver, gateway] = [await startReceiver(), await startGateway()];
  const vigil = await startVigil({
    OK_WINDOW_SECONDS: '0',
    ALLOW_PRIVATE_TARGETS: 'true',
    SMS_GATEWAY_URL: gateway.url,
    VOICE_GATEWAY_URL: gateway.url,
    SMS_PER_HOUR: String(inAll),
    CALLS_PER_HOUR: String(inAll),
    SMS_PER_PERSON_HOUR: String(PER_PERSON),
    CALLS_PER_PERSON_HOUR: String(PER_PERSON),
  });
  await setLadder(vigil.databaseUrl, ['webpush', 'webhook', 'sms', 'call']);
  const feed = await startFeed(vigil.databaseUrl);
  const home = await Home.open(vigil.databaseUrl, receiver, sizes.sharing);
  const [first, second] = [await home.burst(sizes), await home.burst({ ...sizes, closing: 0 })];
  await putOn(vigil, [...first.devices, ...second.devices]);
  // The second to fourth reading of a wearable raise a fall only together with those that follow, and none does here
  // (docs/contract.md, "Scoring").
  doing('wearables at rest', REST_MS / 1000);
  await delay(REST_MS);
  const closing = closeAtOnce(vigil, feed, first);

  const one = await run(vigil, receiver, gateway, first);
  await closing.done();
  const events = [...feed.events];
  const two = await run(vigil, receiver, gateway, second);
  const unexplained = await unexplainedFalls(vigil.databaseUrl);
  const report: Report = {
    tables: [
      {
        title: `From a fall to its push message, ${falls} falls in ${BURST_SECONDS} s, with a webhook, an SMS and a call each`,
        rows: [
          { name: 'below the caps', figures: figuresOf(one) },
          { name: 'beyond the caps', figures: figuresOf(two) },
        ],
      },
    ],
    ratios: [],
    checks: [
      {
        name: 'every fall was raised',
        found: `${one.raised} of ${one.fallen}, ${two.raised} of ${two.fallen}`,
        holds: one.raised === one.fallen && two.raised === two.fallen,
      },
      ...belowCaps(first, one),
      closedInOrder(first, events),
      ...capped(one, two, { inAll, perPerson: PER_PERSON }, unexplained),
      {
        name: 'every call and report of the gateway was answered with 200, and every claim and resolution succeeded',
        found: [...gateway.refusals, ...closing.refusals].slice(0, 3).join(', ') || 'all',
        holds: gateway.refusals.length + closing.refusals.length === 0,
      },
    ],
    plots: [],
    notes: [],
  };
  await vigil.stop();
  await Promise.all([receiver.close(), gateway.close(), feed.close()]);
  return report;
}

/** Sends the falls of a burst and returns what has arrived about them. */
async function run(
  vigil: RunningVigil,
  receiver: Receiver,
  gateway: Gateway,
  { devices, alone, shared, closing }: Burst,
): Promise<Counted> {
  const [smsBefore, callsBefore] = [gateway.sms.length, gateway.calls.length];
  const sentAt = await sendWithin(vigil, devices, BURST_SECONDS);
  await allSent(vigil.databaseUrl);
  const of = (wanted: (mac: string) => boolean) => new Map([...sentAt].filter(([mac]) => wanted(mac)));
  const single = new Set([...alone.values()].map(({ macAddress }) => macAddress));
  const closed = new Set(devices.filter(({ userId }) => closing.has(userId)).map((one) => one.macAddress));
  const [push] = await toldOf(
    vigil,
    receiver,
    of((mac) => single.has(mac)),
    ['webpush'],
  );
  const [webhook] = await toldOf(
    vigil,
    receiver,
    of((mac) => !closed.has(mac)),
    ['webhook'],
  );
  if (push === undefined || webhook === undefined) throw new Error('nothing was measured');
  const topics = await topicsOf(vigil.databaseUrl, [...sentAt.keys()]);
  const arrivedAt = ({ macAddress }: SeededDevice): number =>
    receiver.arrived.webhook.get(topics.get(macAddress) ?? '')?.at ?? 0;
  return {
    fallen: devices.length,
    raised: topics.size,
    push,
    webhook,
    sms: gateway.sms.slice(smsBefore),
    calls: gateway.calls.slice(callsBefore),
    swapped: [...shared.values()].reduce((sum, own) => sum + outOfOrder(own.map(arrivedAt)), 0),
  };
}

/** Waits until no message is unsent, then a moment for messages that should not exist. */
async function allSent(databaseUrl: string): Promise<void> {
  doing('waiting for the grouped messages');
  const until = performance.now() + MAX_SENDING_MS;
  await withDatabase(databaseUrl, async (client) => {
    const isUnsent = async () =>
      (await client.query(`SELECT FROM outbox WHERE state = 'PENDING' LIMIT 1`)).rowCount === 1;
    while ((await isUnsent()) && performance.now() < until) await delay(LOOK_MS);
  });
  await delay(SETTLE_MS);
}

/** Claims and resolves falls as soon as the feed reports them, while their messages are being sent. */
function closeAtOnce({ url }: RunningVigil, feed: Feed, { closing }: Burst) {
  const refusals: string[] = [];
  const underWay: Promise<void>[] = [];
  async function close(fallId: string, token: string): Promise<void> {
    for (const [action, body] of [
      ['claim', {}],
      ['resolve', { outcome: 'HELPED' }],
    ] as const) {
      const { status } = await fetch(`${url}/falls/${fallId}/${action}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (status !== 200) refusals.push(`${action}: ${status}`);
    }
  }
  feed.onEvent = ({ what, fallId, patientId }: FeedEvent) => {
    const caregiver = closing.get(patientId);
    if (what === 'fall.raised' && caregiver !== undefined) underWay.push(close(fallId, caregiver.token));
  };
  return { refusals, done: () => Promise.allSettled(underWay) };
}

/** Falls that are still open and have neither an SMS nor a call, nor a reason why not. */
const unexplainedFalls = (databaseUrl: string): Promise<number> =>
  withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM responses r, (VALUES ('sms'), ('call')) AS k (kind)
       WHERE r.state = 'OPEN' AND NOT EXISTS (
         SELECT FROM response_log l WHERE l.fall_id = r.fall_id AND l.type = 'told' AND l.details ->> 'channel' = k.kind
           AND (l.details ->> 'outcome' = 'delivered' OR l.details ->> 'reason' LIKE 'the limit of %'))`,
    );
    return rows[0]?.count ?? 0;
  });

function figuresOf({ push, sms, calls }: Counted) {
  const { count: pushes, p50, p99, max } = push.latencies.spread();
  return { pushes, 'p50 ms': p50, 'p99 ms': p99, 'worst ms': max, SMS: sms.length, calls: calls.length };
}
