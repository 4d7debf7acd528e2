// Writes channels and an escalation policy into the service's database, as the API would.
import { randomBytes } from 'node:crypto';
import type { Caregiver } from '../caregivers.ts';
import { withDatabase } from '../seed.ts';
import { createBrowser, type SubscriptionKeys } from './browser.ts';
import { KINDS, type Kind } from './receiver.ts';

/** One step without repetitions, for one message per fall and channel. */
export const setEscalationPolicy = (
  databaseUrl: string,
  channels: readonly string[] = KINDS,
): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    const policy = {
      steps: [{ afterSeconds: 0, targets: ['assigned'], channels }],
      repeats: { everySeconds: 3600, times: 0 },
    };
    await client.query(
      'INSERT INTO escalation_policies (patient_id, policy, updated_at) VALUES (NULL, $1, now())',
      [JSON.stringify(policy)],
    );
  });

/** Gives every caregiver one channel of each kind, with the target of `urlOf`. */
export const addChannels = (
  databaseUrl: string,
  caregivers: readonly Caregiver[],
  kinds: readonly Kind[],
  urlOf: (kind: Kind) => string,
  /** Each has its own key, as browsers do. */
  keysOf: () => SubscriptionKeys = () => createBrowser().keys,
): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    const channels = caregivers.flatMap(({ id }) =>
      kinds.map((kind) => ({ user_id: id, kind, target: TARGETS[kind](urlOf(kind), id, keysOf) })),
    );
    await client.query(
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       SELECT user_id, kind, target, 'POTENTIAL', now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS c (user_id uuid, kind text, target jsonb)`,
      [JSON.stringify(channels)],
    );
  });

const SECRET_BYTES = 32;

const TARGETS: Readonly<Record<Kind, (url: string, id: string, keysOf: () => SubscriptionKeys) => object>> = {
  webpush: (url, id, keysOf) => ({ endpoint: `${url}/webpush/${id}`, keys: keysOf() }),
  ntfy: (url, id) => ({ url: `${url}/ntfy`, topic: id, token: null }),
  webhook: (url, id) => ({
    url: `${url}/webhook/${id}`,
    secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
  }),
};
