import type { Relay } from '../cluster/cluster.ts';
import { MalformedMessage, readMessage } from '../cluster/messages.ts';
import type { PublishToOwner } from './presence.ts';
import { deviceOfOwnTopic } from './topics.ts';

interface FanOut {
  /** Whether the device has subscribers, here or at another instance. */
  hasSubscribers(macAddress: string): boolean;
  readonly publish: PublishToOwner;
}

interface FanOutDeps {
  readonly relay: Relay;
  readonly hasLocalSubscribers: (macAddress: string) => boolean;
  readonly publishLocally: PublishToOwner;
  /** Whether a message of another instance is news for local subscribers. */
  readonly isNewHere: (macAddress: string, topic: string, payload: string) => boolean;
}

interface FanOutMessage {
  readonly topic: string;
  readonly payload: string;
  readonly audience: string;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const FAN_OUT_MESSAGE = { topic: isText, payload: isText, audience: isText };

/** Sends messages about a device to its subscribers at every instance. */
export function createFanOut({ relay, hasLocalSubscribers, publishLocally, isNewHere }: FanOutDeps): FanOut {
  relay.onMessage((macAddress, text) => {
    if (!hasLocalSubscribers(macAddress)) return;
    const { topic, payload, audience } = readMessage<FanOutMessage>(text, FAN_OUT_MESSAGE);
    if (deviceOfOwnTopic(topic) !== macAddress) throw new MalformedMessage('the topic of another device');
    if (isNewHere(macAddress, topic, payload)) publishLocally(topic, payload, audience);
  });

  return {
    hasSubscribers: (macAddress) => hasLocalSubscribers(macAddress) || relay.hasRemoteSubscribers(macAddress),
    publish(topic, payload, audience, origin) {
      publishLocally(topic, payload, audience, origin);
      const macAddress = deviceOfOwnTopic(topic) ?? '';
      if (!relay.hasRemoteSubscribers(macAddress)) return;
      const message: FanOutMessage = { topic, payload: payload.toString(), audience };
      void relay.publish(macAddress, JSON.stringify(message));
    },
  };
}
