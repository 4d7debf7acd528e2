import type { components } from '../../client/api.ts';
import { LiveSocket } from '../../client/live.ts';
import { createRest } from '../../client/rest.ts';
import { reword } from '../api/reword.ts';
import { PING_EVERY_MS, serviceTime } from '../state/clock.ts';
import { common } from '../text/en/common.ts';

type Schemas = components['schemas'];
export type StationBoard = Schemas['StationBoard'];
export type StationDeviceAlert = StationBoard['deviceAlerts'][number];
export type Person = StationBoard['caregivers'][number];

const own = { url: location.origin, noAnswer: common.noAnswer, reword };

/** The API with the cookie of the station. */
export const rest = createRest(own);

/** The API with the token of a person who unlocked the station. */
export const actingWith = (token: string) => createRest({ ...own, token });

/** A station has no session: its cookie counts until the station is removed. */
export const openLive = (options: Pick<ConstructorParameters<typeof LiveSocket>[0], 'onFrame' | 'onState'>) =>
  new LiveSocket({
    ...options,
    url: location.origin,
    now: serviceTime,
    pingEveryMs: PING_EVERY_MS,
    session: {
      token: () => undefined,
      isOver: async () => {
        const reply = await rest.get('/stations/me');
        return !reply.ok && reply.status === 401;
      },
      renew: async () => ({ ok: false, status: 0, error: '', code: '', details: {} }),
    },
  });
