import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Json, TestApp } from '../helpers/app.ts';
import type { Person } from '../helpers/people.ts';
import { randomMac } from '../helpers/readings.ts';

const RAW_KEY_BYTES = 32;

/** A key pair; `setting` is FIRMWARE_PUBLIC_KEY. */
export function makeKey(): { readonly key: KeyObject; readonly setting: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { key: privateKey, setting: der.subarray(-RAW_KEY_BYTES).toString('base64') };
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

export const signatureOf = (key: KeyObject, version: string, image: Buffer): string =>
  sign(null, Buffer.from(`vigil-update ${version} ${image.length} ${sha256Of(image)}`), key).toString(
    'base64',
  );

/** Random, so that no two are the same. */
export const someImage = (bytes = 150_000): Buffer => randomBytes(bytes);

export const uploadPath = (version: string, signature: string, model?: string): string =>
  `/firmware?version=${encodeURIComponent(version)}&signature=${encodeURIComponent(signature)}${
    model === undefined ? '' : `&model=${encodeURIComponent(model)}`
  }`;

export async function upload(
  app: Pick<TestApp, 'url'>,
  { token }: Pick<Person, 'token'>,
  {
    version,
    signature,
    image,
    model,
  }: { version: string; signature: string; image: Buffer; model?: string | undefined },
): Promise<{ readonly status: number; readonly body: Json }> {
  const response = await fetch(app.url + uploadPath(version, signature, model), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' },
    body: new Uint8Array(image),
  });
  return { status: response.status, body: await response.json() };
}

export interface Wearable {
  readonly id: string;
  readonly mac: string;
  readonly token: string;
}

export async function register(app: Pick<TestApp, 'call'>, admin: Person, wearer: Person): Promise<Wearable> {
  const mac = randomMac();
  const { body } = await app.call('POST', `/patients/${wearer.id}/devices`, {
    token: admin.token,
    body: { macAddress: mac },
  });
  return { id: body.data.id, mac, token: body.data.token };
}
