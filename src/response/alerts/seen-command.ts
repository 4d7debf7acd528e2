import { type Command, frameOf } from '../../live/index.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { InvalidInput } from '../../platform/errors.ts';
import { isUuid } from '../../platform/http/path-id.ts';
import { markSeen } from './delivery-store.ts';

interface SeenCommandDeps {
  readonly db: Database;
  /** The records of some of a user's numbered events. */
  readonly eventRecords: (
    q: Queryable,
    userId: string,
    ids: readonly number[],
  ) => Promise<readonly { readonly type: string; readonly data: object }[]>;
  readonly now: () => number;
}

export const MAX_SEEN = 100;

/** `seen` frames of the live socket: docs/response.md, "Receipts". Numbers of other events, and other falls, are passed over. */
export const seenCommand =
  ({ db, eventRecords, now }: SeenCommandDeps): Command =>
  async (socket, { ref, data }) => {
    const { ids, fallIds = [], visible = false } = (data ?? {}) as { readonly [field: string]: unknown };
    if (!isListOf(ids, isEventNumber))
      throw new InvalidInput({ ids: `must be a list of at most ${MAX_SEEN} event numbers` });
    if (!isListOf(fallIds, isFallId))
      throw new InvalidInput({ fallIds: `must be a list of at most ${MAX_SEEN} ids of falls` });
    if (typeof visible !== 'boolean') throw new InvalidInput({ visible: 'must be true or false' });
    const events = ids.length === 0 ? [] : await eventRecords(db, socket.userId, ids);
    const alertIds = events.flatMap(({ type, data: { id } }: SeenEvent) =>
      (type === 'alert' || type === 'alert.updated') && id !== undefined ? [id] : [],
    );
    await markSeen(db, socket.userId, { alertIds, fallIds }, visible, new Date(now()));
    socket.send(frameOf({ type: 'seen', ref, data: { ids } }));
  };

interface SeenEvent {
  readonly type: string;
  readonly data: { readonly id?: string };
}

const isListOf = <T>(list: unknown, is: (one: unknown) => one is T): list is readonly T[] =>
  Array.isArray(list) && list.length <= MAX_SEEN && list.every(is);

const isEventNumber = (id: unknown): id is number => Number.isSafeInteger(id) && (id as number) >= 0;

const isFallId = (id: unknown): id is string => typeof id === 'string' && isUuid(id);
