import { createBatcher } from '../../platform/batching/batcher.ts';
import type { Database } from '../../platform/database/database.ts';
import { isAway } from '../../platform/database/errors.ts';
import { Unavailable } from '../../platform/errors.ts';
import { openRoute, type Route } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import type { NotifiedFalls } from '../vocabulary.ts';
import { readReceipt } from './receipt.ts';
import { ReceiptRequest } from './schema.ts';
import { type Receipt, recordReceipts } from './store.ts';

interface ReceiptRouteDeps {
  readonly db: Database;
  readonly notifiedFalls: NotifiedFalls;
  readonly now: () => number;
  readonly log: Log;
}

const MAX_GROUP_SIZE = 200;
const MAX_WAITING = 5_000;

/** docs/response.md, "Receipts": what devices report, without a login. The reply is the same for a receipt that does not exist. */
export function receiptRoutes({ db, notifiedFalls, now, log }: ReceiptRouteDeps): readonly Route[] {
  const store = createBatcher<Receipt, void>({
    async run(receipts) {
      await db.transaction((q) => recordReceipts(q, notifiedFalls, receipts));
      return receipts.map(() => undefined);
    },
    keyOf,
    atOnce: 1,
    maxGroupSize: MAX_GROUP_SIZE,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: 1,
    refusal: 'Too many receipts are waiting to be stored',
    isShared: (error) => error instanceof Unavailable || isAway(error),
    onSplit: (error, size) =>
      log.error({ err: error, size }, 'receipts: group failed, storing them one by one'),
  });
  const underWay = new Map<string, Promise<void>>();
  /** Only the first report of a state counts, so those like it need no storing while it is stored. */
  function record(receipt: Receipt): Promise<void> {
    const key = keyOf(receipt);
    const stored = underWay.get(key) ?? store(receipt).finally(() => underWay.delete(key));
    underWay.set(key, stored);
    return stored;
  }
  return [
    openRoute({
      operation: 'reportReceipt',
      at: 'POST /receipts',
      limit: 'receipts',
      summary: 'Report that a device has received a push message, or that the person has opened it',
      body: ReceiptRequest,
      status: 204,
      async handle({ body: { receipt, state } }) {
        const given = readReceipt(receipt);
        if (given !== undefined) await record({ ...given, state, reason: null, at: new Date(now()) });
        return {};
      },
    }),
  ];
}

const keyOf = ({ messageId, hash, state }: Receipt): string =>
  `${state} ${messageId} ${hash?.toString('base64')}`;
