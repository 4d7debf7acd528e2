import type { Relay } from '../../coordination/coordination.ts';
import type { Log } from '../../log.ts';
import type { PublishToOwner } from './presence.ts';
import { deviceOfOwnTopic } from './topics.ts';

export interface FanOut {
  /** Whether anybody subscribes to the device, here or at another instance. */
  hasSubscribers(macAddress: string): boolean;
  readonly publish: PublishToOwner;
}

export interface FanOutParts {
  readonly relay: Relay;
  readonly hasLocalSubscribers: (macAddress: string) => boolean;
  readonly publishLocally: PublishToOwner;
  /** Whether a message of another instance tells subscribers here something new. */
  readonly isNewHere: (macAddress: string, topic: string, payload: string) => boolean;
  readonly log: Log;
}

interface FanOutMessage {
  readonly topic: string;
  readonly payload: string;
  readonly audience: string;
}

/** Messages about a device, to its subscribers at every instance. */
export function createFanOut({
  relay,
  hasLocalSubscribers,
  publishLocally,
  isNewHere,
  log,
}: FanOutParts): FanOut {
  relay.onMessage((macAddress, text) => {
    if (!hasLocalSubscribers(macAddress)) return;
    const message = parseMessage(text);
    if (message === undefined || deviceOfOwnTopic(message.topic) !== macAddress) {
      return log.warn({ macAddress }, 'MQTT: a malformed message of another instance was dropped');
    }
    const { topic, payload, audience } = message;
    if (isNewHere(macAddress, topic, payload)) publishLocally(topic, payload, audience);
  });

  return {
    hasSubscribers: (macAddress) => hasLocalSubscribers(macAddress) || relay.hasRemoteSubscribers(macAddress),
    publish(topic, payload, audience) {
      publishLocally(topic, payload, audience);
      const macAddress = deviceOfOwnTopic(topic) ?? '';
      if (!relay.hasRemoteSubscribers(macAddress)) return;
      const message: FanOutMessage = { topic, payload: payload.toString(), audience };
      relay.publish(macAddress, JSON.stringify(message));
    },
  };
}

/** Whoever can write to the channel could otherwise end every instance with one message. */
function parseMessage(text: string): FanOutMessage | undefined {
  try {
    const { topic, payload, audience } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    if (typeof topic !== 'string' || typeof payload !== 'string' || typeof audience !== 'string')
      return undefined;
    return { topic, payload, audience };
  } catch {
    return undefined;
  }
}
