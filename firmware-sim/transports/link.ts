import type { Link } from '../../client/link.ts';
import type { Owner } from '../accounts.ts';

export const TRANSPORTS = ['http', 'mqtt', 'ws'] as const;
export type Transport = (typeof TRANSPORTS)[number];

interface Wearer {
  readonly macAddress: string;
  readonly owner: Owner;
}

export type OpenLink = (wearer: Wearer) => Link;
