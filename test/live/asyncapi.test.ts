import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { MODULES } from '../../src/app/modules.ts';
import { CLIENT_FRAME_TYPES } from '../../src/live/socket/frame-types.ts';
import type { Module } from '../../src/platform/module.ts';
import { type Json, startTestApp, type TestApp } from '../helpers/app.ts';
import { assign } from '../helpers/care.ts';
import { live } from '../helpers/live.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac, resting, stream } from '../helpers/readings.ts';

const modules: readonly Module<never>[] = MODULES;
const SERVER_FRAMES = new Map(modules.flatMap(({ frames }) => Object.entries(frames?.server ?? {})));

describe('AsyncAPI', () => {
  let app: TestApp;
  let document: Json;
  before(async () => {
    app = await startTestApp();
    document = (await app.call('GET', '/asyncapi.json')).body;
  });
  after(() => app.close());

  /** Resolves a reference such as `#/a/b`. */
  const resolve = (pointer: string): Json =>
    pointer
      .slice(2)
      .split('/')
      .reduce((place, word) => place?.[word.replaceAll('~1', '/').replaceAll('~0', '~')], document);

  function references(value: Json): string[] {
    if (typeof value !== 'object' || value === null) return [];
    const own = typeof value.$ref === 'string' ? [value.$ref] : [];
    return [...own, ...Object.values(value).flatMap(references)];
  }

  describe('the AsyncAPI document', () => {
    it('has every field that AsyncAPI 3.0 requires', () => {
      assert.equal(document.asyncapi, '3.0.0');
      assert.ok(document.info.title && document.info.version);
      for (const server of Object.values<Json>(document.servers)) {
        assert.ok(server.host && server.protocol);
        for (const [, name] of server.host.matchAll(/\{(\w+)\}/g)) assert.ok(server.variables[name].default);
      }
      for (const [name, operation] of Object.entries<Json>(document.operations)) {
        assert.match(name, /^[A-Za-z0-9_-]+$/);
        assert.ok(['send', 'receive'].includes(operation.action), name);
        const channel = resolve(operation.channel.$ref);
        assert.ok(channel, name);
        for (const { $ref } of operation.messages) {
          assert.ok($ref.startsWith(`${operation.channel.$ref}/messages/`), 'messages belong to the channel');
        }
      }
      for (const channel of Object.values<Json>(document.channels)) {
        const parameters = [...channel.address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        assert.deepEqual(Object.keys(channel.parameters ?? {}).sort(), parameters.sort());
        for (const { payload } of Object.values<Json>(channel.messages))
          assert.ok(payload.$ref ?? payload.type ?? payload.anyOf);
      }
    });

    it('names the answers to readings, backlogs and signals of the wearer', () => {
      const { operations, channels } = document;
      const channel = { $ref: '#/channels/mqttAssessments' };
      for (const [name, answer] of [
        ['mqttReadingsReading', 'assessment'],
        ['mqttBacklogBacklog', 'backlogOutcome'],
        ['mqttAnswersAnswer', 'answered'],
      ] as const) {
        const { reply, messages } = operations[name];
        const [request] = messages.map(({ $ref }: Json) => resolve($ref));
        assert.deepEqual(reply, {
          channel,
          messages: [answer, 'refusal'].map((one) => ({ $ref: `${channel.$ref}/messages/${one}` })),
        });
        const { responseTopic, correlationData } = request.bindings.mqtt;
        assert.match('devices/AA:BB:CC:DD:EE:FF/own/answers', new RegExp(responseTopic.pattern));
        assert.doesNotMatch('devices/AA:BB:CC:DD:EE:FF/#', new RegExp(responseTopic.pattern));
        assert.deepEqual(
          channels.mqttAssessments.messages[answer].bindings.mqtt.correlationData,
          correlationData,
        );
      }
    });

    it('has no dangling reference and no internal keyword', () => {
      for (const pointer of references(document)) assert.ok(resolve(pointer) !== undefined, pointer);
      assert.doesNotMatch(JSON.stringify(document), /"x-(says|clean|null)"/);
    });

    it('lists every frame in its direction and uses every message', () => {
      const messages = Object.keys(document.channels.live.messages);
      assert.deepEqual(
        messages.sort(),
        [
          ...CLIENT_FRAME_TYPES.map((type) => `client.${type}`),
          ...[...SERVER_FRAMES.keys()].map((type) => `server.${type}`),
        ].sort(),
      );
      const used = Object.values<Json>(document.operations).flatMap((o) =>
        o.messages.map((m: Json) => m.$ref),
      );
      for (const name of messages) assert.ok(used.includes(`#/channels/live/messages/${name}`), name);
      const actionOf = (name: string) =>
        Object.values<Json>(document.operations).find((o) => o.messages[0].$ref.endsWith(`/${name}`)).action;
      assert.equal(actionOf('server.alert'), 'send');
      assert.equal(actionOf('client.subscribe'), 'receive');
    });

    it('describes every frame that a socket sends', async () => {
      const patient = await signUp(app);
      const nurse = await signUp(app, 'CAREGIVER');
      await assign(app, nurse, patient);
      const client = await live(app, nurse);
      const wearable = await live(app, patient);
      await client.ask({ type: 'subscribe', patientId: patient.id });
      await client.ask({ type: 'ping' });
      client.send('nonsense');
      const mac = randomMac();
      await wearable.ask({ type: 'reading', data: resting(mac) });
      await wearable.ask({ type: 'reading', data: { device_id: mac } });
      await client.next('reading');
      for (const confidence of [0.6, 0.95]) {
        await app.call('POST', '/falls', { token: patient.token, body: { confidence } });
      }
      const { data } = await client.next('alert');
      await client.ask({ type: 'acknowledge', alertId: data.id });
      await app.call('POST', '/messages', {
        token: patient.token,
        body: { recipientId: nurse.id, content: 'hi' },
      });
      await client.next('message');
      const seen = new Set<string>();
      for (const frame of [...client.frames, ...wearable.frames]) {
        const schema = SERVER_FRAMES.get(frame.type)?.payload;
        seen.add(frame.type);
        assert.ok(schema, frame.type);
        assert.ok(Compile(schema).Check(frame), JSON.stringify(frame));
      }
      assert.ok(seen.size >= 9, [...seen].join());
      await stream(app, patient, resting(randomMac()));
      await Promise.all([client.close(), wearable.close()]);
    });
  });
});
