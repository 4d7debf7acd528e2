import type { components } from '../../client/api.ts';

/** The wearer's newest unresolved fall, as `welcome`, the frame `fall` and `GET /device/:id/fall` carry it. */
export interface Fall {
  readonly fallId: string;
  readonly level: components['schemas']['FallDetail']['status'];
  readonly source: components['schemas']['FallDetail']['source'];
  readonly createdAt: string;
  readonly response: components['schemas']['Response'] | null;
}

export type DeviceFrame =
  | { readonly type: 'welcome'; readonly data: { readonly serverTime: string; readonly fall?: Fall | null } }
  | { readonly type: 'fall'; readonly data: Fall }
  | { readonly type: 'pong'; readonly data: { readonly serverTime: string } };
