import { createECDH, randomBytes } from 'node:crypto';
import type { EscalationPolicy } from '../../src/response/escalation/schema.ts';
import { sql } from '../helpers/sql.ts';

interface Stored {
  readonly databaseUrl: string;
}

/** The keys that a browser creates when it subscribes. */
export function subscriptionKeys() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { p256dh, auth: randomBytes(16).toString('base64url') };
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Inserts into the table directly: these tests do not cover the channel endpoints. */
export async function addChannel(
  { databaseUrl }: Stored,
  person: { readonly id: string },
  kind: 'webpush' | 'ntfy' | 'webhook' | 'email',
  address: string,
): Promise<void> {
  const target = {
    webpush: { endpoint: address, keys: subscriptionKeys() },
    ntfy: { url: address, topic: 'falls', token: null },
    webhook: { url: address, secret: SECRET },
    email: { address },
  }[kind];
  await sql(
    databaseUrl,
    `INSERT INTO notification_channels (user_id, kind, target, min_severity, verified_at, created_at)
     VALUES ($1, $2, $3, 'POTENTIAL', now(), now())`,
    [person.id, kind, JSON.stringify(target)],
  );
}

/** Adds an event feed of the organisation. */
export const addFeed = ({ databaseUrl }: Stored, url: string, events: readonly string[]) =>
  sql(databaseUrl, 'INSERT INTO webhooks (url, secret, events, created_at) VALUES ($1, $2, $3, now())', [
    url,
    SECRET,
    events,
  ]);

export const setPolicy = ({ databaseUrl }: Stored, policy: EscalationPolicy) =>
  sql(
    databaseUrl,
    `INSERT INTO escalation_policies (patient_id, policy, updated_at) VALUES (NULL, $1, now())
     ON CONFLICT (patient_id) DO UPDATE SET policy = excluded.policy`,
    [JSON.stringify(policy)],
  );
