import { connectAsync, type MqttClient } from 'mqtt';
import type { Reading } from '../wearable.ts';
import {
  type AnswerBody,
  type AnswerOutcome,
  type AssessmentBody,
  answerOutcomeOf,
  type BacklogOutcome,
  type Link,
  type OpenLink,
  type Outcome,
  outcomeOf,
  type Wearer,
} from './link.ts';

const PATIENCE_MS = 10_000;

/** What comes on `assessments`: for a reading or a button as over HTTP, for a backlog the counts. */
interface Assessment extends AssessmentBody {
  readonly data?: NonNullable<AssessmentBody['data'] & AnswerBody['data']> & {
    readonly accepted?: number;
    readonly duplicates?: number;
    readonly refused?: readonly { readonly index: number; readonly error: string }[];
  };
}

type Silence = Exclude<Outcome, { kind: 'accepted' | 'refused' }>;

/**
 * One connection a wearable, QoS 1: the PUBACK is the promise that a reading is stored, and the answer on
 * `assessments` says what became of it. Answers come in order, so each is for the oldest message without one.
 */
export function mqttLinks(brokerUrl: string): OpenLink {
  return (wearer) => createLink(brokerUrl, wearer);
}

function createLink(brokerUrl: string, { macAddress, owner }: Wearer): Link {
  const topic = (name: string): string => `devices/${macAddress}/${name}`;
  let client: MqttClient | undefined;
  let waiting: ((assessment: Assessment | Silence) => void)[] = [];

  async function exchange(name: string, message: object): Promise<Assessment | Silence> {
    if (client?.connected !== true) return UNSENT;
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<Assessment | Silence>((resolve) => {
      waiting.push(resolve);
      timer = setTimeout(() => {
        waiting = waiting.filter((other) => other !== resolve);
        resolve(UNANSWERED);
      }, PATIENCE_MS);
    });
    // If the connection breaks, the client sends it again with the DUP flag once it is back.
    client.publish(topic(name), JSON.stringify(message), { qos: 1 }, () => {});
    return answered.finally(() => clearTimeout(timer));
  }

  function hangUp(): void {
    client?.end(true);
    client = undefined;
    for (const resolve of waiting) resolve(UNANSWERED);
    waiting = [];
  }

  return {
    async send(reading: Reading): Promise<Outcome> {
      const assessment = await exchange('readings', reading);
      return 'kind' in assessment ? assessment : outcomeOf(assessment);
    },

    async answer(answer): Promise<AnswerOutcome> {
      const assessment = await exchange('answers', { answer });
      return 'kind' in assessment ? assessment : answerOutcomeOf(assessment);
    },

    async sendBacklog(readings): Promise<BacklogOutcome> {
      const assessment = await exchange('backlog', readings);
      if ('kind' in assessment) return assessment;
      const { accepted, duplicates = 0, refused = [] } = assessment.data ?? {};
      if (accepted !== undefined) return { kind: 'taken', accepted, duplicates, refused };
      const { status = 0, error = 'no reason given', retryAfter } = assessment;
      return { kind: 'refused', status, error, retryAfterS: retryAfter };
    },

    drop: hangUp,

    async restore() {
      // While there is a client it reconnects by itself.
      if (client !== undefined) return;
      const opened = await connectAsync(brokerUrl, {
        clientId: `sim-${macAddress.replaceAll(':', '')}`,
        username: owner.email,
        // The service takes a session's token for the password, and it costs no login.
        password: owner.token,
        reconnectPeriod: 1000,
        connectTimeout: PATIENCE_MS,
      });
      opened.on('error', () => {});
      opened.on('message', (_, payload) => waiting.shift()?.(JSON.parse(payload.toString()) as Assessment));
      await opened.subscribeAsync(topic('assessments'), { qos: 1 });
      client = opened;
    },

    async close() {
      await client?.endAsync();
      client = undefined;
    },
  };
}

const UNSENT = { kind: 'unsent' } as const;
const UNANSWERED = { kind: 'unanswered', reason: 'no answer' } as const;
