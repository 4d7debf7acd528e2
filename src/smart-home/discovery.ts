import { EVENTS, RESPONSE_STATES, type Resident } from './resident.ts';
import type { SmartHomeTexts } from './texts/index.ts';
import { claimTopic, deviceIdOf, PRESS, STATUS_TOPIC, stateTopic } from './topics.ts';

interface Origin {
  readonly version: string;
  readonly publicUrl: string;
}

/**
 * docs/smart-home.md, "Entities": the message with which Home Assistant and openHAB set up a resident's device. It has
 * no state, so it changes only with the resident's name, room or the language.
 */
export function discoveryOf(
  { id, name, room }: Resident,
  { version, publicUrl }: Origin,
  texts: SmartHomeTexts,
): object {
  const deviceId = deviceIdOf(id);
  const entity = (component: string, platform: string, entityName: string) => ({
    platform,
    unique_id: `${deviceId}_${component}`,
    name: entityName,
  });
  return {
    device: {
      identifiers: [deviceId],
      name,
      manufacturer: 'Vigil',
      model: texts.model,
      ...(room !== null && { suggested_area: room }),
      configuration_url: `${publicUrl}/patients/${id}`,
    },
    origin: { name: 'Vigil', sw_version: version, support_url: publicUrl },
    availability_topic: STATUS_TOPIC,
    qos: 1,
    components: {
      fall: {
        ...entity('fall', 'binary_sensor', texts.fall),
        device_class: 'safety',
        state_topic: stateTopic(id, 'fall'),
      },
      response: {
        ...entity('response', 'sensor', texts.response),
        device_class: 'enum',
        options: [...RESPONSE_STATES],
        state_topic: stateTopic(id, 'response'),
      },
      event: {
        ...entity('event', 'sensor', texts.event),
        device_class: 'enum',
        options: [...EVENTS],
        state_topic: stateTopic(id, 'event'),
        json_attributes_topic: stateTopic(id, 'event/attributes'),
      },
      wearable: {
        ...entity('wearable', 'binary_sensor', texts.wearable),
        device_class: 'connectivity',
        entity_category: 'diagnostic',
        state_topic: stateTopic(id, 'wearable'),
      },
      battery: {
        ...entity('battery', 'sensor', texts.battery),
        device_class: 'battery',
        entity_category: 'diagnostic',
        unit_of_measurement: '%',
        state_class: 'measurement',
        state_topic: stateTopic(id, 'battery'),
      },
      claim: {
        ...entity('claim', 'button', texts.claim),
        command_topic: claimTopic(id),
        payload_press: PRESS,
      },
    },
  };
}
