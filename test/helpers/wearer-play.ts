import assert from 'node:assert/strict';
import type { MqttClient } from 'mqtt';
import { assessmentsTopic, bySession, granted, join, listenTo } from '../mqtt/clients.ts';
import type { Json, TestApp } from './app.ts';
import { assign } from './care.ts';
import type { FallingWearer } from './falling.ts';
import { type Person, signUp } from './people.ts';
import { randomMac, stream } from './readings.ts';

/**
 * How a second of a wearer's life reaches the service, and at which instance; a lost one never does, and an overtaken one
 * after the next live one.
 */
export interface Way {
  readonly way: 'live' | 'backlog' | 'lost' | 'overtaken';
  readonly instance: number;
}

export interface Outcome {
  readonly falls: readonly Json[];
  readonly alerts: readonly Json[];
  /** The surest fall's, 0 without one. */
  readonly confidence: number;
}

interface Stage {
  /** Instances of one service whose clocks are moved together. */
  readonly apps: readonly TestApp[];
  readonly carer: Person;
  readonly now: () => number;
  readonly advance: (ms: number) => void;
}

/** How far a fall's confidence may be from that of the same readings sent live. */
const TOLERANCE = 0.05;

export function assertSame(outcome: Outcome, expected: Outcome, what: string): void {
  const { confidence, falls, alerts } = outcome;
  assert.ok(
    Math.abs(confidence - expected.confidence) <= TOLERANCE,
    `${what}: ${confidence} instead of ${expected.confidence}`,
  );
  assert.equal(falls.length, expected.falls.length, `${what}: falls`);
  assert.equal(alerts.length, expected.alerts.length, `${what}: alerts`);
}

/**
 * Plays a life of a new wearer with one caregiver. Seconds with the way `backlog` are kept, and sent together before
 * the live reading that follows the last of them by more than `lag` seconds, or at the end.
 */
export async function playLife(
  { apps, carer, now, advance }: Stage,
  { seconds }: FallingWearer,
  wayOf: (second: number) => Way,
  lag = 0,
): Promise<Outcome> {
  const [first] = apps;
  if (first === undefined) throw new Error('no instance');
  const at = (instance: number): TestApp => apps[instance] ?? first;
  const person = await signUp(first);
  await assign(first, carer, person);
  const mac = randomMac();
  const clients = await Promise.all(apps.map((app) => join(app, bySession(person))));
  const subscribers = clients.map(listenTo);
  await Promise.all(clients.map((client) => granted(client, assessmentsTopic(mac))));

  async function sendBacklog(entries: readonly object[], instance: number): Promise<void> {
    const client = clients[instance] as MqttClient;
    await client.publishAsync(`devices/${mac}/backlog`, JSON.stringify(entries), { qos: 1 });
    for (;;) {
      const json = (await subscribers[instance]?.next(assessmentsTopic(mac)))?.json;
      if (json.status === 200 && json.data.accepted === undefined) continue;
      assert.equal(json.data?.accepted, entries.length, JSON.stringify(json));
      return;
    }
  }

  const start = now();
  const overtaken: object[] = [];
  let kept: object[] = [];
  let keptUntil = -1;
  let keptAt = 0;
  async function flush(): Promise<void> {
    const entries = kept;
    kept = [];
    if (entries.length > 0) await sendBacklog(entries, keptAt);
  }
  for (const [i, reading] of seconds.entries()) {
    const takenAt = start + i * 1000;
    advance(Math.max(0, takenAt - now()));
    const { way, instance } = wayOf(i);
    if (way === 'lost') continue;
    const own = { ...reading, device_id: mac };
    if (way === 'backlog') {
      kept.push({ ...own, recorded_at: new Date(takenAt).toISOString() });
      keptUntil = i;
      keptAt = instance;
      continue;
    }
    if (way === 'overtaken') {
      overtaken.push(own);
      continue;
    }
    if (i > keptUntil + lag) await flush();
    for (const one of [own, ...overtaken.splice(0)]) await stream(at(instance), person, one);
  }
  await flush();
  const falls: Json[] = (await first.call('GET', '/falls?limit=100', person)).body.data;
  const alerts: Json[] = (await first.call('GET', '/caregivers/alerts?limit=100&status=all', carer)).body
    .data;
  for (const client of clients) await client.endAsync(true);
  return {
    falls,
    alerts: alerts.filter(({ patientId }) => patientId === person.id),
    confidence: Math.max(0, ...falls.map(({ confidence }) => confidence)),
  };
}
