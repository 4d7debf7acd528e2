import assert from 'node:assert/strict';
import { it } from 'node:test';
import { discoveryOf } from '../../src/smart-home/discovery.ts';
import type { Resident } from '../../src/smart-home/resident.ts';
import { statesOf } from '../../src/smart-home/states.ts';
import { smartHomeTexts } from '../../src/smart-home/texts/index.ts';

const RESIDENT: Resident = {
  id: '0e2f7a4c-3b1d-4a5e-9c8f-1a2b3c4d5e6f',
  name: 'Erna Vogel',
  room: '12 B',
  fall: null,
  wearable: null,
};
const ORIGIN = { version: '0.2.0', publicUrl: 'https://vigil.example.org' };

/** Home Assistant's device discovery and the options of its MQTT platforms: required ones, then those that are used. */
const DEVICE = ['identifiers', 'name', 'manufacturer', 'model', 'suggested_area', 'configuration_url'];
const ENTITY = ['platform', 'unique_id', 'name', 'device_class', 'entity_category'];
const PLATFORMS: Readonly<Record<string, { required: readonly string[]; optional: readonly string[] }>> = {
  binary_sensor: { required: ['state_topic'], optional: [] },
  sensor: {
    required: ['state_topic'],
    optional: ['options', 'json_attributes_topic', 'unit_of_measurement', 'state_class'],
  },
  button: { required: ['command_topic'], optional: ['payload_press'] },
};
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  binary_sensor: ['safety', 'connectivity'],
  sensor: ['enum', 'battery'],
  button: [],
};

type Component = Readonly<Record<string, unknown>>;
type Discovery = {
  readonly device: Component;
  readonly origin: Component;
  readonly components: Readonly<Record<string, Component>>;
  readonly availability_topic: string;
};

const discovery = (resident = RESIDENT, language: 'en' | 'de' = 'en') =>
  discoveryOf(resident, ORIGIN, smartHomeTexts(language)) as Discovery;

it('describes a device as Home Assistant’s discovery requires', () => {
  const { device, origin, components, availability_topic } = discovery();
  assert.deepEqual(Object.keys(device).sort(), [...DEVICE].sort());
  assert.equal(device.suggested_area, '12 B');
  assert.deepEqual(origin, { name: 'Vigil', sw_version: '0.2.0', support_url: ORIGIN.publicUrl });
  assert.equal(availability_topic, 'vigil/status');
  const ids = new Set<unknown>();
  for (const [key, component] of Object.entries(components)) {
    assert.match(key, /^[a-zA-Z0-9_-]+$/);
    const platform = String(component.platform);
    const rules = PLATFORMS[platform];
    assert.ok(rules, `${platform} is a platform`);
    for (const name of ['unique_id', 'name', ...rules.required])
      assert.ok(component[name], `${key} has ${name}`);
    const known = [...ENTITY, ...rules.required, ...rules.optional];
    assert.deepEqual(
      Object.keys(component).filter((name) => !known.includes(name)),
      [],
    );
    if (component.device_class !== undefined)
      assert.ok(CLASSES[platform]?.includes(String(component.device_class)));
    assert.equal(component.device_class === 'enum', Array.isArray(component.options));
    for (const [name, value] of Object.entries(component))
      if (name.endsWith('_topic')) assert.match(String(value), /^vigil\/[0-9a-f]{32}\/[a-z/]+$/);
    ids.add(component.unique_id);
  }
  assert.equal(ids.size, Object.keys(components).length);
});

it('has a topic with a valid value for each entity', () => {
  const at = new Date('2026-11-17T03:00:00Z');
  for (const state of ['CHECKING', 'OPEN', 'CLAIMED', 'RESOLVED'] as const) {
    const fall = {
      level: 'HIGH',
      source: 'HELP_BUTTON',
      state,
      outcome: state === 'RESOLVED' ? ('CANCELLED_BY_PATIENT' as const) : null,
      fellAt: at,
      claimedAt: at,
      resolvedAt: at,
    } as const;
    const states = statesOf({ ...RESIDENT, fall, wearable: { status: 'ACTIVE', batteryLevel: 81.6 } });
    const { components } = discovery();
    for (const name of ['response', 'event'] as const) {
      const options = components[name]?.options;
      assert.ok(Array.isArray(options) && options.includes(states[name]));
    }
    assert.equal(states.fall, state === 'RESOLVED' ? 'OFF' : 'ON');
    assert.equal(states.battery, '82');
    assert.equal(states.wearable, 'ON');
    assert.deepEqual(JSON.parse(states['event/attributes']), { at: at.toISOString(), level: 'HIGH' });
  }
});

it('names the entities in the language of the home, and needs no room', () => {
  const { device, components } = discovery({ ...RESIDENT, room: null }, 'de');
  assert.equal(components.claim?.name, 'Ich gehe hin');
  assert.equal('suggested_area' in device, false);
});
