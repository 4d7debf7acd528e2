import { CHANNEL_KINDS, type Channels } from '../../notify/index.ts';
import type { PatientsOf } from '../../people/index.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { openFallIds } from '../store/responses.ts';
import { type NotifiedPerson, notifiedPeople } from './store.ts';

/** The falls that a board shows, each with the people who were notified of it: see openFallIds. */
export async function openFalls(
  q: Queryable,
  of: PatientsOf,
  okSince: Date,
  most: number,
  channels: Pick<Channels, 'givesReceipts'>,
): Promise<ReadonlyMap<string, readonly NotifiedPerson[]>> {
  const ids = await openFallIds(q, of, okSince, most);
  return notifiedPeople(q, ids, receiptKinds(channels));
}

/** The kinds whose channels report what was received. */
export const receiptKinds = ({ givesReceipts }: Pick<Channels, 'givesReceipts'>) =>
  CHANNEL_KINDS.filter((kind) => givesReceipts(kind));
