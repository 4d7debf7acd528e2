// The package in Node.
export * from './browser.ts';
export { type MqttLinkOptions, mqttLink } from './mqtt.ts';
