import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { test } from 'node:test';
import { REAL_CLOCK } from '../../client/clock.ts';
import { type Api, type Calls, ServiceError } from '../../firmware-sim/api.ts';
import { createOpening } from '../../firmware-sim/demo/opening.ts';
import { createRandom } from '../../firmware-sim/random.ts';
import { type CaregiverOptions, createCaregiver, type Deed } from '../../firmware-sim/response/caregiver.ts';
import type { FallResponse } from '../../firmware-sim/response/records.ts';

const NORA = { id: 'nora', name: 'Nora Lindt', token: 'token' };
const OMAR = { id: 'omar', name: 'Omar Haddad' };
const call = (number: number) => ({ fallId: `fall ${number}`, patientName: 'Ada Roth' });
const response: FallResponse = {
  state: 'OPEN',
  claimedBy: null,
  etaMinutes: null,
  offeredTo: null,
  outcome: null,
};

interface Asked {
  readonly path: { readonly id: string };
  readonly body?: unknown;
}

/** A simulated caregiver at a service that grants every request, or refuses as `refuse` says. */
function onDuty(given: Partial<CaregiverOptions> & { refuse?: (path: string) => number | undefined } = {}) {
  const requests: { path: string; body: unknown }[] = [];
  const deeds: Deed[] = [];
  const refusals: string[] = [];
  const api: Pick<Api, 'as'> = {
    as: () => ({ post: grant }) as unknown as Calls,
  };
  async function grant(template: string, { path: { id }, body }: Asked): Promise<void> {
    const path = template.replace('{id}', id);
    requests.push({ path, body });
    const status = given.refuse?.(path);
    if (status !== undefined) throw new ServiceError(status, `refused with ${status}`);
  }
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const caregiver = createCaregiver({
    api,
    self: NORA,
    colleaguesOf: () => [],
    hasFallen: () => true,
    habits: { asleepShare: 0 },
    random: createRandom('caregiver'),
    clock: REAL_CLOCK,
    secondMs: 0.1,
    signal,
    onDeed: (deed) => deeds.push(deed),
    onRefusal: (reason) => refusals.push(reason),
    ...given,
  });
  return { caregiver, requests, deeds, refusals };
}

async function receiveAlerts(count: number, given: Parameters<typeof onDuty>[0] = {}) {
  const duty = onDuty(given);
  for (let number = 0; number < count; number++) duty.caregiver.alerted(call(number));
  await duty.caregiver.idle();
  return duty;
}
const kinds = (deeds: readonly Deed[]): Set<string> => new Set(deeds.map(({ kind }) => kind));

test('a simulated caregiver claims with an ETA, and then resolves or releases', async () => {
  const { requests, deeds } = await receiveAlerts(100);
  const claims = requests.filter(({ path }) => path.endsWith('/claim'));
  assert.equal(claims.length, 100);
  for (const { body } of claims) assert.ok((body as { etaMinutes: number }).etaMinutes >= 1);
  assert.equal(requests.length, 200);
  assert.deepEqual(kinds(deeds), new Set(['claimed', 'released', 'resolved']));
});

test('a simulated caregiver acts the same with the same seed', async () => {
  const deedsOf = async () =>
    (await receiveAlerts(40)).deeds.map(({ kind, fallId }) => `${fallId} ${kind}`).sort();
  assert.deepEqual(await deedsOf(), await deedsOf());
});

test('a simulated caregiver with a colleague hands off some falls', async () => {
  const { requests, deeds } = await receiveAlerts(100, { colleaguesOf: () => [OMAR] });
  const offers = requests.filter(({ path }) => path.endsWith('/hand-off'));
  assert.ok(offers.length > 5);
  for (const { body } of offers) assert.deepEqual(body, { caregiverId: 'omar' });
  assert.ok(kinds(deeds).has('offered'));
});

test('a sleeping caregiver eventually wakes from the phone', async () => {
  const { caregiver, requests } = await receiveAlerts(1, { habits: { asleepShare: 0.8 } });
  assert.equal(requests.length, 0);
  for (let rings = 0; rings < 30; rings++) caregiver.rung(call(0));
  await caregiver.idle();
  assert.equal(requests[0]?.path, '/falls/fall 0/claim');
});

test('a caregiver does not respond when another one does, or when the wearer cancelled', async () => {
  const { caregiver, requests } = onDuty();
  for (const number of [0, 1]) caregiver.alerted(call(number));
  caregiver.changed({
    ...call(0),
    patientId: 'ada',
    response: { ...response, state: 'CLAIMED', claimedBy: OMAR },
  });
  caregiver.changed({
    ...call(1),
    patientId: 'ada',
    response: { ...response, state: 'RESOLVED', outcome: 'CANCELLED_BY_PATIENT' },
  });
  await caregiver.idle();
  assert.deepEqual(requests, []);
});

test('a caregiver accepts a hand-off and resolves the fall, and claims a fall that was released', async () => {
  const { caregiver, deeds } = onDuty({ habits: { asleepShare: 1 } });
  const claimed = { ...response, state: 'CLAIMED', claimedBy: OMAR } as const;
  caregiver.changed({ ...call(0), patientId: 'ada', response: { ...claimed, offeredTo: NORA } });
  caregiver.changed({ ...call(1), patientId: 'ada', response: claimed });
  caregiver.changed({ ...call(1), patientId: 'ada', response });
  await caregiver.idle();
  const of = (fallId: string) => deeds.filter((deed) => deed.fallId === fallId).map(({ kind }) => kind);
  assert.deepEqual(of('fall 0'), ['claimed', 'resolved']);
  assert.equal(of('fall 1')[0], 'claimed');
});

test('a caregiver resolves an alert without a fall as a false alarm', async () => {
  const { deeds } = await receiveAlerts(20, { hasFallen: () => false });
  for (const deed of deeds) if (deed.kind === 'resolved') assert.equal(deed.outcome, 'FALSE_ALARM');
});

test('a caregiver accepts that another one was faster, and reports any other refusal', async () => {
  const second = await receiveAlerts(3, { refuse: () => 409 });
  assert.deepEqual([second.deeds, second.refusals], [[], []]);
  const broken = await receiveAlerts(3, { refuse: () => 500 });
  assert.equal(broken.refusals.length, 3);
});

test('the first falls of a demo show each feature once', async () => {
  const opening = createOpening(['Ada', 'Ben', 'Cleo', 'Dora']);
  const presses = ['Ada', 'Ben', 'Cleo', 'Dora'].map(opening.pressOf);
  assert.deepEqual(
    presses.map((press) => (typeof press === 'object' ? press.answer : press)),
    ['none', 'ok', 'help', undefined],
  );
  assert.equal(opening.pressOf('Ben'), undefined);
  const ending = (fallId: string) => opening.endingOf({ fallId, patientName: 'Cleo' });
  assert.deepEqual(['a', 'a', 'b'].map(ending), ['hand-off', 'hand-off', undefined]);

  const { caregiver, deeds } = onDuty({
    habits: { asleepShare: 1 },
    colleaguesOf: () => [OMAR],
    endingOf: () => 'hand-off',
  });
  caregiver.alerted(call(1));
  await caregiver.idle();
  assert.deepEqual(
    deeds.map(({ kind }) => kind),
    ['claimed', 'offered'],
  );
});
