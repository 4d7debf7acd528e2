import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPresence } from '../../src/platform/mqtt/presence.ts';
import { eventually } from '../helpers/eventually.ts';
import { silentLog } from '../helpers/silent-log.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';
const TOPIC = `devices/${MAC}/presence`;

/** One instance with a subscriber of the device, and the devices that other instances report. */
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
    onGone() {},
    // One round per call.
    now: () => (time += 10_000),
    log: silentLog(),
  });
  presence.setOwner(MAC, 'owner');
  return { presence, elsewhere, told };
}

describe('the presence of a device at two instances', () => {
  it('is offline only after the last connection at either instance ends', async () => {
    const { presence, elsewhere, told } = instance();
    const connection = {};
    presence.connected(MAC, 'owner', connection);
    elsewhere.add(MAC);
    presence.disconnected(MAC, connection);
    assert.equal(await presence.stateOf(MAC), 'online');
    assert.deepEqual(told, ['online']);
    await presence.disconnectAll();
  });

  it('ignores offline from an instance that does not know of the connection here', async () => {
    const { presence, told } = instance();
    presence.connected(MAC, 'owner', {});
    assert.equal(presence.isNewHere(MAC, TOPIC, 'offline'), false);
    assert.equal(presence.isNewHere(MAC, `devices/${MAC}/readings`, '{}'), true);
    assert.deepEqual(told, ['online']);
    await presence.disconnectAll();
  });

  it('is corrected when a message was lost or wrong', async () => {
    const { presence, elsewhere, told } = instance();
    elsewhere.add(MAC);
    assert.equal(presence.isNewHere(MAC, TOPIC, 'offline'), true, 'a third instance cannot know better');
    await eventually('the device is online', () => told.includes('online'));
    elsewhere.clear();
    await eventually('its instance has died silently', () => told.at(-1) === 'offline');
    assert.deepEqual(told, ['online', 'offline']);
    await presence.disconnectAll();
  });

  it('is forgotten when no client is connected or subscribed any more', async () => {
    const { presence } = instance();
    const unseen = 'AA:BB:CC:00:00:01';
    const connection = {};
    presence.connected(unseen, 'owner', connection);
    presence.setOwner('AA:BB:CC:00:00:02', 'owner');
    await eventually(
      'the first device is forgotten',
      () => presence.ownerOf('AA:BB:CC:00:00:02') === undefined,
    );
    assert.equal(presence.ownerOf(unseen), 'owner', 'the device is connected');
    assert.equal(presence.ownerOf(MAC), 'owner', 'the device has a subscriber');
    presence.disconnected(unseen, connection);
    await eventually('the other device is forgotten', () => presence.ownerOf(unseen) === undefined);
    await presence.disconnectAll();
  });
});
