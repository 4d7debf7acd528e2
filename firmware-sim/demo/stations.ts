import { WebSocket } from 'ws';
import type { Api } from '../api.ts';
import type { Ward } from '../home/home.ts';
import type { AtStation } from '../response/caregiver.ts';

/** A tablet in the office of a ward. */
export interface Station {
  readonly name: string;
  readonly wardId: string;
  /** A caregiver types the PIN; the calls are theirs for a minute. */
  unlock(caregiverId: string, pin: string): Promise<AtStation>;
  close(): void;
}

/** Enrols one station in each ward. Stations of an earlier run are removed: their cookies are lost. */
export async function openStations(
  api: Api,
  adminToken: string,
  wards: readonly Ward[],
): Promise<readonly Station[]> {
  const admin = api.as(adminToken);
  const { data: former } = await admin.get('/stations', { query: { limit: 100 } });
  for (const { id } of former) await admin.delete('/stations/{id}', { path: { id } });
  return Promise.all(wards.map((ward) => openStation(api, adminToken, ward)));
}

async function openStation(api: Api, adminToken: string, ward: Ward): Promise<Station> {
  const name = `${ward.name}, office`;
  const body = { name, wardId: ward.id };
  const { code } = (await api.as(adminToken).post('/stations', { body })).data;
  const cookie = await enrol(api.url, code);
  const { origin } = new URL(api.url);
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/live`, { origin, headers: { cookie } });
  // The service ends with the demo, and so may this connection.
  socket.on('error', () => {});
  return {
    name,
    wardId: ward.id,
    async unlock(caregiverId, pin) {
      const tablet = api.as(undefined, cookie);
      const { token } = (await tablet.post('/stations/me/unlock', { body: { caregiverId, pin } })).data;
      return { name, calls: api.as(token, cookie) };
    },
    close: () => socket.close(),
  };
}

/** The cookie by which the service knows the tablet. */
async function enrol(url: string, code: string): Promise<string> {
  const answer = await fetch(`${url}/stations/enrol`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!answer.ok || cookie === undefined) throw new Error(`The station was not enrolled: ${answer.status}`);
  return cookie.split(';')[0] ?? '';
}
