import { mqttChannel, mqttMessage } from '../../platform/mqtt/channels-schema.ts';
import { responseServerFrames } from '../frames-schema.ts';

export const alertsChannel = mqttChannel({
  name: 'mqttAlerts',
  address: 'caregivers/{caregiverId}/alerts',
  title: "A caregiver's alerts",
  description: 'The same objects as on the live socket, with QoS 1. Use `id` to detect repetitions.',
  parameters: { caregiverId: 'User ID of the caregiver' },
  messages: (['alert', 'alert.updated', 'alert.acknowledged'] as const).map((type) =>
    mqttMessage('send', type, `A caregiver's ${type} event`, responseServerFrames[type].payload),
  ),
});
