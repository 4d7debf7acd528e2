import { answersChannel } from '../falls/mqtt-schema.ts';
import type { AsyncApiChannel } from '../platform/http/asyncapi-channel.ts';
import { presenceChannel } from '../platform/mqtt/channels-schema.ts';
import { assessmentsChannel, readingChannels } from '../readings/mqtt/channels-schema.ts';
import { alertsChannel } from '../response/schema/mqtt-alerts.ts';
import { sensorChannels } from '../sensors/mqtt-schema.ts';

/** docs/mqtt.md, "Topics": the topics, for the AsyncAPI document. */
export const MQTT_CHANNELS: readonly AsyncApiChannel[] = [
  ...readingChannels,
  answersChannel,
  assessmentsChannel,
  presenceChannel,
  alertsChannel,
  ...sensorChannels,
];
