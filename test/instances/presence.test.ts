import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPresence } from '../../src/platform/mqtt/presence.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';
const TOPIC = `devices/${MAC}/presence`;

/** One instance where somebody listens to the device, and what the others have on their roll. */
function instance() {
  const elsewhere = new Set<string>();
  const told: string[] = [];
  let time = 0;
  const publish = (_topic: string, state: Buffer | string) => void told.push(state.toString());
  const presence = createPresence({
    publish,
    publishLocally: publish,
    presenceSet: {
      add() {},
      remove() {},
      onOtherInstances: async (names) => new Set(names.filter((n) => elsewhere.has(n))),
    },
    listenedDevices: () => [MAC],
    // A round every time somebody looks.
    now: () => (time += 10_000),
    log: silentLog(),
  });
  presence.setOwner(MAC, 'owner');
  return { presence, elsewhere, told };
}

describe('the presence of a device at two instances', () => {
  it('is offline when the last of them says so, and not while somebody speaks for it at the other', async () => {
    const { presence, elsewhere, told } = instance();
    const connection = {};
    presence.connected(MAC, 'owner', connection);
    elsewhere.add(MAC);
    presence.disconnected(MAC, connection);
    assert.equal(await presence.stateOf(MAC), 'online');
    assert.deepEqual(told, ['online']);
    await presence.disconnectAll();
  });

  it('is not believed to be offline on the word of one that does not know the other', async () => {
    const { presence, told } = instance();
    presence.connected(MAC, 'owner', {});
    assert.equal(presence.isNewHere(MAC, TOPIC, 'offline'), false);
    assert.equal(presence.isNewHere(MAC, `devices/${MAC}/readings`, '{}'), true);
    assert.deepEqual(told, ['online']);
    await presence.disconnectAll();
  });

  it('is put right when a message was lost or mistaken', async () => {
    const { presence, elsewhere, told } = instance();
    elsewhere.add(MAC);
    assert.equal(presence.isNewHere(MAC, TOPIC, 'offline'), true, 'a third instance cannot know better');
    await eventually('it is online after all', () => told.includes('online'));
    elsewhere.clear();
    await eventually('its instance has died without a word', () => told.at(-1) === 'offline');
    assert.deepEqual(told, ['online', 'offline']);
    await presence.disconnectAll();
  });

  it('is forgotten when nobody is connected or subscribed any more', async () => {
    const { presence } = instance();
    const unheard = 'AA:BB:CC:00:00:01';
    const connection = {};
    presence.connected(unheard, 'owner', connection);
    presence.setOwner('AA:BB:CC:00:00:02', 'owner');
    await eventually('one of them is', () => presence.ownerOf('AA:BB:CC:00:00:02') === undefined);
    assert.equal(presence.ownerOf(unheard), 'owner', 'it is connected');
    assert.equal(presence.ownerOf(MAC), 'owner', 'somebody subscribes to it');
    presence.disconnected(unheard, connection);
    await eventually('the other too', () => presence.ownerOf(unheard) === undefined);
    await presence.disconnectAll();
  });
});
