import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MODULES } from '../../src/app/modules.ts';
import type { Module } from '../../src/platform/module.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inTime } from '../helpers/eventually.ts';
import { signUp } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';
import { bySession, join } from '../mqtt/clients.ts';

type Publish = (topic: string, payload: string, userId: string) => void;

let offer: Publish = () => assert.fail('the broker is not open');

/** docs/architecture.md, "Manifests": a feature is a folder with a manifest. */
const firmware = {
  name: 'firmware',
  open: () => ({
    mqttTopics: ({ publish }: { readonly publish: Publish }) => {
      offer = publish;
      return [
        {
          subjectOf: (topic: string) => /^devices\/([^/]+)\/firmware$/.exec(topic)?.[1],
          admit: async () => true,
        },
      ];
    },
  }),
} as const satisfies Module<never>;

describe('a new module in the list', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp({}, { modules: [...MODULES, firmware] });
  });
  after(() => app.close());

  for (const protocolVersion of [4, 5] as const)
    it(`owns a topic of a wearable, which no other part has to know of: MQTT ${protocolVersion}`, async () => {
      const wearer = await signUp(app);
      const topic = `devices/${randomMac()}/firmware`;
      const client = await join(app, bySession(wearer), { protocolVersion });
      const received = new Promise((resolve) =>
        client.once('message', (_, payload) => resolve(String(payload))),
      );
      await client.subscribeAsync(topic);
      offer(topic, '1.2.3', wearer.id);
      assert.equal(await inTime('the message arrives', received), '1.2.3');
      await client.endAsync();
    });
});
