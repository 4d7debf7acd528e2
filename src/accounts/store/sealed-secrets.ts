import type { SecretPage } from '../../platform/stored-secrets.ts';

const secondFactors: SecretPage = async (q, after, most) => {
  const rows = await q.rows<{ id: string; secret: Buffer }>(
    'SELECT user_id AS id, secret FROM second_factors WHERE user_id > $1 ORDER BY user_id LIMIT $2',
    [after, most],
  );
  return rows.map(({ id, secret }) => {
    const [stored, place] = [storedOf(secret), secondFactorPlace(id)];
    return {
      id,
      secrets: [{ stored, place }],
      replace: async (q, change) =>
        (await q.run('UPDATE second_factors SET secret = $3 WHERE user_id = $1 AND secret = $2', [
          id,
          secret,
          bytesOf(change(stored, place)),
        ])) === 1,
    };
  });
};

/** This module's tables that hold credentials. */
export const sealedSecrets: readonly SecretPage[] = [secondFactors];

/**
 * The column holds bytes: raw bytes, or the text of a sealed secret. Latin-1 maps both to a string, one character per
 * byte.
 */
export const storedOf = (bytes: Buffer): string => bytes.toString('latin1');
export const bytesOf = (stored: string): Buffer => Buffer.from(stored, 'latin1');

export const secondFactorPlace = (userId: string): string => `second_factors/${userId}/secret`;
