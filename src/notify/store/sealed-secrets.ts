import type { SecretPage } from '../../platform/stored-secrets.ts';
import { mapCredentials, type StoredTarget } from '../channels/channel-secrets.ts';

const webhooks: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; stored: string }>(
    'SELECT id, secret AS stored FROM webhooks WHERE id > $1 ORDER BY id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, stored }) => {
    const place = `webhooks/${id}/secret`;
    return {
      id,
      secrets: [{ stored, place }],
      replace: async (q, change) =>
        (await q.run('UPDATE webhooks SET secret = $3 WHERE id = $1 AND secret = $2', [
          id,
          stored,
          change(stored, place),
        ])) === 1,
    };
  });
};

const channels: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; target: StoredTarget }>(
    'SELECT id, target FROM notification_channels WHERE id > $1 ORDER BY id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, target }) => {
    const secrets: { stored: string; place: string }[] = [];
    const placeOf = (field: string): string => `notification_channels/${id}/${field}`;
    mapCredentials(target, (stored, field) => {
      secrets.push({ stored, place: placeOf(field) });
      return stored;
    });
    return {
      id,
      secrets,
      replace: async (q, change) =>
        (await q.run('UPDATE notification_channels SET target = $3 WHERE id = $1 AND target = $2', [
          id,
          JSON.stringify(target),
          JSON.stringify(mapCredentials(target, (stored, field) => change(stored, placeOf(field)))),
        ])) === 1,
    };
  });
};

/** The tables of this module that hold credentials. */
export const sealedSecrets: readonly SecretPage[] = [webhooks, channels];
