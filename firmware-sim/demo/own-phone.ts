import { randomBytes } from 'node:crypto';
import { pause } from '../../client/waiting.ts';
import { createPatient, type Owner } from '../accounts.ts';
import { type Api, ServiceError } from '../api.ts';
import type { Home } from '../home/home.ts';
import { qrLines } from './qr.ts';

/** The person who tries the demo, and the wearable that their phone plays. */
export interface OwnPhone {
  readonly patient: Owner;
  readonly deviceId: string;
  readonly mac: string;
  readonly token: string;
}

const NAME = ['You', '(phone)'] as const;
const EMAIL = 'you@demo.example.org';
const ROOM = '105';
const LOOK_EVERY_MS = 2_000;

/** In the first ward, whose lead creates them. */
export async function createOwnPhone(api: Api, home: Home): Promise<OwnPhone> {
  const [ward] = home.wards;
  const lead = home.caregivers[ward?.members[0] ?? 0];
  const place = { room: ROOM, ...(ward !== undefined && { wardId: ward.id }) };
  const patient = await createPatient(api, lead?.token ?? '', { email: EMAIL, name: NAME, ...place });
  return { patient, ...(await createWearable(api, patient)) };
}

/** You are in the care of the first ward, but no simulated wearable is yours. */
export const withYou = (home: Home & { readonly phone: OwnPhone }): Home => ({
  ...home,
  wards: home.wards.map((ward, i) =>
    i === 0 ? { ...ward, patients: [...ward.patients, home.phone.patient] } : ward,
  ),
});

async function createWearable(api: Api, { id, token }: Owner): Promise<Omit<OwnPhone, 'patient'>> {
  const body = { macAddress: localAddress(), name: 'Phone' };
  const { data } = await api.as(token).post('/patients/{id}/devices', { path: { id }, body });
  return { deviceId: data.id, mac: data.macAddress, token: data.token };
}

/** Of a demo that continues: the link of the last time works, unless an admin has replaced or removed the wearable. */
export async function reopenOwnPhone(api: Api, phone: OwnPhone): Promise<OwnPhone> {
  const headers = { authorization: `Bearer ${phone.token}` };
  const { status } = await fetch(`${api.url}/device/${phone.deviceId}/fall`, { headers });
  if (status === 200) return phone;
  try {
    const path = { id: phone.deviceId };
    const { data } = await api.as(phone.patient.token).post('/device/{id}/token', { path });
    return { ...phone, token: data.token };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { patient: phone.patient, ...(await createWearable(api, phone.patient)) };
  }
}

/** Six random bytes; the first one marks an address that no maker has given. */
function localAddress(): string {
  const bytes = randomBytes(6);
  bytes[0] = 0x02;
  return bytes.toString('hex').toUpperCase().match(/../g)?.join(':') ?? '';
}

/** `/wear#…`: the JSON of the wearable's QR code (docs/firmware.md, "The QR code"). */
export function wearLink(
  { mac, token }: Pick<OwnPhone, 'mac' | 'token'>,
  url: string,
  mqttPort?: number,
): string {
  const broker = mqttPort === undefined ? null : `mqtt://${new URL(url).hostname}:${mqttPort}`;
  const code = Buffer.from(JSON.stringify({ broker, mac, token, url })).toString('base64url');
  return `${url}/wear#${code}`;
}

export interface PhoneWords {
  readonly link: string;
  /** Other addresses of this machine. */
  readonly others: readonly string[];
}

const isLocal = (url: string): boolean => /^https:\/\/(localhost|127\.|\[::1\])/.test(url);

/** How to try it, without the code. */
export function phoneWords({ link, others }: PhoneWords): string {
  const lines = [
    '  Fall yourself: scan this code with a phone in the same network.',
    "  Its browser warns once, because the certificate is this demo's own: go on.",
    '  Then press Start, and drop the phone on a pillow.',
    ...(isLocal(link)
      ? ['  This computer has no network: connect it to the Wi-Fi of the phone and start again.']
      : []),
    ...(others.length > 0
      ? ['  No answer? The firewall must let the phone in. Other addresses to try:']
      : []),
    ...others.map((url) => `    ${url}/wear`),
  ];
  return lines.join('\n');
}

/** Resolves with true when the phone has sent its first reading of this run. */
export async function phoneConnected(api: Api, phone: OwnPhone, signal: AbortSignal): Promise<boolean> {
  const owner = api.as(phone.patient.token);
  const path = { id: phone.deviceId };
  const since = Date.now();
  do {
    const { data } = await owner.get('/device/{id}/status', { path });
    if (data.lastDataPoint !== null && Date.parse(data.lastDataPoint) >= since) return true;
  } while (await pause(LOOK_EVERY_MS, signal));
  return false;
}

/** The code as lines, for the space that a screen has. */
export const phoneCode = (link: string, place: Parameters<typeof qrLines>[1]): readonly string[] =>
  qrLines(link, place).map((line) => `  ${line}`);
