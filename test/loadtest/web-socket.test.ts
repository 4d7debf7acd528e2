import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readServerFrame, textFrame } from '../../loadtest/links/web-socket.ts';

const serverFrame = (payload: Buffer): Buffer => {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x81, length]), payload]);
  if (length < 65_536) return Buffer.concat([Buffer.from([0x81, 126, length >> 8, length & 0xff]), payload]);
  const head = Buffer.alloc(10);
  head.set([0x81, 127]);
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
};

suite("the load tests' WebSocket frames", () => {
  test('a client frame is masked, in either length format', () => {
    for (const text of ['short', 'long'.repeat(100)]) {
      const { frame, payloadAt } = textFrame(text);
      assert.equal(frame[0], 0x81);
      assert.ok((frame[1] ?? 0) & 0x80);
      assert.equal(frame.subarray(payloadAt).toString(), text);
      assert.deepEqual([...frame.subarray(payloadAt - 4, payloadAt)], [0, 0, 0, 0]);
    }
  });

  test('server frames are read one by one, and only when they are complete', () => {
    const payloads = [5, 125, 126, 400, 65_535, 70_000].map((length) => Buffer.alloc(length, 'x'));
    const bytes = Buffer.concat(payloads.map(serverFrame));
    let at = 0;
    for (const payload of payloads) {
      const frame = readServerFrame(bytes, at);
      assert.equal(frame?.payload.length, payload.length);
      assert.equal(frame?.opcode, 1);
      assert.equal(readServerFrame(bytes.subarray(0, (frame?.end ?? 0) - 1), at), undefined);
      at = frame?.end ?? 0;
    }
    assert.equal(at, bytes.length);
    assert.equal(readServerFrame(bytes, at), undefined);
  });
});
