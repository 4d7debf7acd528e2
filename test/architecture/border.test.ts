import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AppModule } from '../../src/app/app-context.ts';
import { CORE } from '../../src/app/modules.ts';
import { openRoute } from '../../src/platform/http/route.ts';
import { record } from '../../src/platform/schema/primitives.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import { blowOf, randomMac, stream } from '../helpers/readings.ts';
import { bySession, granted, join } from '../mqtt/clients.ts';

const fails = (): never => {
  throw new Error('made to fail');
};

const hangs = (): Promise<never> => new Promise(() => {});

/** Each fails in one place of its manifest. */
const START: Readonly<Record<string, Omit<AppModule, 'name'>>> = {
  metrics: { metrics: fails },
  retention: { retention: fails },
  open: { open: fails },
  routes: { routes: [fails] },
  pages: { pages: [fails] },
  mqttTopics: { open: () => ({ mqttTopics: fails }) },
  start: { open: () => ({ start: fails }) },
  checks: { checks: async () => fails() },
  'checks that hang': { checks: hangs },
};

/** It starts, and then fails in everything. */
const faulty: AppModule = {
  name: 'faulty',
  open({ closeLater }) {
    closeLater('faulty', fails);
    closeLater('faulty, too', hangs);
    const row = { admit: fails, mayReceive: fails, receive: fails };
    return {
      gateways: { sms: fails },
      channels: { senders: { sms: { send: fails, sendCode: fails, isHere: fails, onDelivered: fails } } },
      mqttTopics: () => [{ ...row, subjectOf: (topic) => (topic === 'faulty' ? 'x' : undefined) }],
      routes: [
        openRoute({
          operation: 'fail',
          at: 'GET /faulty',
          summary: 'Fails',
          reply: record('Failing', 'Nothing', {}),
          handle: fails,
        }),
      ],
    };
  },
  pages: [
    () => [{ method: 'GET', path: '/faulty', limit: 'none', handle: fails }],
    () => [{ method: 'GET', path: '/faulty-later', limit: 'none', handle: async () => fails() }],
  ],
};

async function failuresIn(app: TestApp): Promise<readonly string[]> {
  const text = await (await fetch(`http://127.0.0.1:${app.app.ports.metrics}/metrics`)).text();
  return [...text.matchAll(/^vigil_adapter_failures_total\{adapter="(.+?)",part="(.+?)"\}/gm)].map(
    ([, adapter, part]) => `${adapter}: ${part}`,
  );
}

async function warningOf(app: TestApp): Promise<string> {
  const { status, body } = await app.call('GET', '/health');
  assert.deepEqual([status, body.data.status], [200, 'HEALTHY']);
  const warnings: readonly { code: string; message: string }[] = body.data.details.warnings;
  return warnings.find(({ code }) => code === 'ADAPTER_FAILED')?.message ?? '';
}

async function raisesAndClaims(app: TestApp): Promise<void> {
  const [patient, nurse] = [await signUp(app), await signUp(app, 'CAREGIVER')];
  await assign(app, nurse, patient);
  const client = await live(app, nurse);
  await stream(app, patient, blowOf.HIGH(randomMac()));
  const { data: alert } = await client.next('alert');
  const claim = { token: nurse.token, body: {} };
  assert.equal((await app.call('POST', `/falls/${alert.fallId}/claim`, claim)).status, 200);
  await client.close();
}

/** docs/architecture.md, "Core and adapters". */
describe('adapters that fail at the start', () => {
  let app: TestApp;
  before(async () => {
    const adapters = Object.entries(START).map(([name, parts]) => ({ name, ...parts }));
    app = await startTestApp({ METRICS_PORT: '0' }, { modules: [...CORE, ...adapters] });
  });
  after(() => app.close());

  it('do not stop the service, and are counted and named in the health report', async () => {
    await raisesAndClaims(app);
    assert.deepEqual(
      await failuresIn(app),
      Object.keys(START).map((name) => `${name}: ${name.replace(/ .*/, '')}`),
    );
    const names = Object.keys(START).sort().join(', ');
    assert.match(await warningOf(app), new RegExp(`: ${names}\\.`));
  });
});

describe('an adapter that fails at work', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({ METRICS_PORT: '0' }, { modules: [...CORE, faulty] });
  });
  after(() => app.close());

  it('shows its gateway as failing', async () => {
    const { body } = await app.call('GET', '/health');
    assert.deepEqual([body.data.channels.sms, body.data.status], ['DEGRADED', 'HEALTHY']);
  });

  it('answers 500 for its routes and pages', async () => {
    for (const path of ['/api/faulty', '/faulty', '/faulty-later'])
      assert.equal((await fetch(new URL(path, app.url))).status, 500, path);
  });

  it('refuses subscriptions to its topic, and does not acknowledge messages there', async () => {
    const nurse = await signUp(app, 'CAREGIVER');
    const client = await join(app, bySession(nurse), { reconnectPeriod: 0 });
    assert.equal(await granted(client, 'faulty'), 128);
    const isClosed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish('faulty', 'x', { qos: 1 });
    await isClosed;
  });

  it('fails its messages, and leaves the others and the core alone', async () => {
    const { token } = await signUp(app, 'CAREGIVER');
    const body = { kind: 'sms', number: '+4915123456789' };
    const { status, body: channel } = await app.call('POST', '/profile/channels', { token, body });
    assert.equal(status, 201);
    assert.match(channel.data.lastError, /could not be sent: made to fail$/);
    await raisesAndClaims(app);
    const failed = await failuresIn(app);
    assert.deepEqual(
      ['faulty: gateways', 'faulty: mqttTopics', 'faulty: channels'].filter(
        (place) => !failed.includes(place),
      ),
      [],
    );
    assert.match(await warningOf(app), /: faulty\./);
  });
});

describe('a module of the core that fails', () => {
  it('stops the start', async () => {
    const modules = CORE.map((module) => (module.name === 'live' ? { ...module, open: fails } : module));
    await assert.rejects(startTestApp({}, { modules }), /made to fail/);
  });
});
