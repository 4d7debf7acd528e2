/** Whether Vigil is connected to the home's broker. */
export const STATUS_TOPIC = 'vigil/status';
export const ONLINE = 'online';
export const OFFLINE = 'offline';

/** Home Assistant publishes `online` here when it has started. */
export const HOME_ASSISTANT_STATUS = 'homeassistant/status';

/** What the button publishes. */
export const PRESS = 'PRESS';

/** One topic for each state of a resident. */
export const STATES = ['fall', 'response', 'event', 'event/attributes', 'wearable', 'battery'] as const;
export type StateName = (typeof STATES)[number];

const keyOf = (patientId: string): string => patientId.replaceAll('-', '');

/** Identifies the resident's device in the smart home. */
export const deviceIdOf = (patientId: string): string => `vigil_${keyOf(patientId)}`;

export const configTopic = (patientId: string): string =>
  `homeassistant/device/${deviceIdOf(patientId)}/config`;

export const stateTopic = (patientId: string, state: StateName): string =>
  `vigil/${keyOf(patientId)}/${state}`;

export const claimTopic = (patientId: string): string => `vigil/${keyOf(patientId)}/claim`;

export const CLAIM_FILTER = 'vigil/+/claim';

const CLAIM_TOPIC = /^vigil\/([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\/claim$/;

/** The patient whose button was pressed; undefined if the topic is not that of a button. */
export const patientOfClaim = (topic: string): string | undefined =>
  CLAIM_TOPIC.exec(topic)?.slice(1).join('-');
