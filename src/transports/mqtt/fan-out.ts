import type { Relay } from '../../coordination/coordination.ts';
import type { Tell } from './presence.ts';
import { deviceOfOwnTopic } from './topics.ts';

export interface Outreach {
  /** Whether anybody would hear what is said of the device, here or at another instance. */
  isHeard(macAddress: string): boolean;
  readonly tell: Tell;
}

export interface OutreachParts {
  readonly relay: Relay;
  readonly isHeardHere: (macAddress: string) => boolean;
  readonly tellHere: Tell;
  /** Whether what another instance says is news here. */
  readonly isNews: (macAddress: string, topic: string, payload: string) => boolean;
}

interface Said {
  readonly topic: string;
  readonly payload: string;
  readonly audience: string;
}

/** What is said of a device, to those who listen to it at any instance. */
export function createOutreach({ relay, isHeardHere, tellHere, isNews }: OutreachParts): Outreach {
  relay.hear((macAddress, words) => {
    if (!isHeardHere(macAddress)) return;
    const { topic, payload, audience } = JSON.parse(words) as Said;
    if (isNews(macAddress, topic, payload)) tellHere(topic, payload, audience);
  });

  return {
    isHeard: (macAddress) => isHeardHere(macAddress) || relay.isHeardElsewhere(macAddress),
    tell(topic, payload, audience) {
      tellHere(topic, payload, audience);
      const macAddress = deviceOfOwnTopic(topic) ?? '';
      if (!relay.isHeardElsewhere(macAddress)) return;
      const said: Said = { topic, payload: payload.toString(), audience };
      relay.say(macAddress, JSON.stringify(said));
    },
  };
}
