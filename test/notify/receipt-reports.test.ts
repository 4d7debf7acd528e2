import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newReceiptKey, receiptOf } from '../../src/notify/receipts/receipt.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';

describe('POST /api/receipts', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const report = async (body: object): Promise<number> =>
    (await app.call('POST', '/receipts', { body })).status;

  it('answers 204 to everything well-formed, without a login', async () => {
    const unknown = receiptOf(newReceiptKey(), '1f0e4a42-6a8d-4c4e-9a59-0d3a1e5bb0d7');
    for (const receipt of [unknown, 'x', `${unknown}AA`, "'; DROP TABLE outbox; --", '😀'])
      for (const state of ['received', 'opened'])
        assert.equal(await report({ receipt, state }), 204, receipt);
  });

  it('answers 400 without a receipt, or with another state', async () => {
    for (const body of [
      {},
      { state: 'received' },
      { receipt: 'x' },
      { receipt: '', state: 'received' },
      { receipt: null, state: 'received' },
      { receipt: 7, state: 'received' },
      { receipt: 'x', state: 'failed' },
      { receipt: 'x', state: 'RECEIVED' },
    ])
      assert.equal(await report(body), 400, JSON.stringify(body));
  });

  it('answers 204 to a flood of reports about one message', async () => {
    await app.pass(60_000);
    const id = '1f0e4a42-6a8d-4c4e-9a59-0d3a1e5bb0d7';
    const receipts = Array.from({ length: 50 }, () => receiptOf(newReceiptKey(), id));
    const [replayed] = receipts;
    const flood = [...receipts, ...receipts.map(() => replayed)];
    const statuses = await Promise.all(flood.map((receipt) => report({ receipt, state: 'received' })));
    assert.deepEqual(new Set(statuses), new Set([204]));
  });

  it('takes 600 requests a minute from one address', async () => {
    await app.pass(60_000);
    const statuses: number[] = [];
    for (let i = 0; i < 601; i += 1) statuses.push(await report({ receipt: 'x', state: 'received' }));
    assert.deepEqual(statuses.slice(598), [204, 204, 429]);
    await app.pass(60_000);
    assert.equal(await report({ receipt: 'x', state: 'received' }), 204);
  });
});
