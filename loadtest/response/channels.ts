// Writes channels and an escalation policy into the service's database, as the API would.
import { createECDH, randomBytes } from 'node:crypto';
import type { Caregiver } from '../caregivers.ts';
import { withDatabase } from '../seed.ts';
import { KINDS, type Kind } from './receiver.ts';

/** One step without repetitions, for one message per fall and channel. */
export const setLadder = (databaseUrl: string, channels: readonly string[] = KINDS): Promise<void> =>
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
): Promise<void> =>
  withDatabase(databaseUrl, async (client) => {
    const channels = caregivers.flatMap(({ id }) =>
      kinds.map((kind) => ({ user_id: id, kind, target: targetOf(kind, urlOf(kind), id) })),
    );
    await client.query(
      `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
       SELECT user_id, kind, target, 'POTENTIAL', now(), now()
       FROM jsonb_to_recordset($1::jsonb) AS c (user_id uuid, kind text, target jsonb)`,
      [JSON.stringify(channels)],
    );
  });

const AUTH_BYTES = 16;
const SECRET_BYTES = 32;

const TARGETS: Readonly<Record<Kind, (url: string, id: string) => object>> = {
  // Each has its own key, as browsers do: each message is encrypted separately.
  webpush: (url, id) => ({ endpoint: `${url}/webpush/${id}`, keys: subscriptionKeys() }),
  ntfy: (url, id) => ({ url: `${url}/ntfy`, topic: id, token: null }),
  webhook: (url, id) => ({
    url: `${url}/webhook/${id}`,
    secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
  }),
};
const targetOf = (kind: Kind, url: string, id: string): object => TARGETS[kind](url, id);

const subscriptionKeys = () => ({
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(AUTH_BYTES).toString('base64url'),
});
