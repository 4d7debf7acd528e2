import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MOST_PICTURE_BYTES, pictureIn } from '../../src/ward-plans/picture.ts';
import { jpeg, png, webp } from './pictures.ts';

const read = (bytes: Buffer | string) => pictureIn(Buffer.from(bytes).toString('base64'));
const sizeOf = (bytes: Buffer) => {
  const picture = read(bytes);
  assert.ok(typeof picture !== 'string', String(picture));
  return [picture.mediaType, picture.width, picture.height];
};
const NO_PICTURE = 'must be a PNG, JPEG or WebP picture in base64';

describe('the picture of a floor plan', () => {
  it('is told by its first bytes, with its size', () => {
    assert.deepEqual(sizeOf(png(800, 600)), ['image/png', 800, 600]);
    assert.deepEqual(sizeOf(jpeg(1024, 768)), ['image/jpeg', 1024, 768]);
    for (const kind of ['VP8 ', 'VP8L', 'VP8X'] as const)
      assert.deepEqual(sizeOf(webp(kind, 640, 480)), ['image/webp', 640, 480], kind);
  });

  it('is no SVG, GIF or page, whatever it claims to be, and not cut off', () => {
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>alert(1)</script>',
      'GIF89a',
      '',
    ];
    for (const text of others) assert.equal(read(text), NO_PICTURE, text);
    for (const whole of [png(8, 8), jpeg(8, 8), webp('VP8 ', 8, 8)])
      for (const length of [1, 4, 12]) assert.equal(read(whole.subarray(0, length)), NO_PICTURE);
    for (const text of ['data:image/png;base64,iVBORw0KGgo=', 'not base64!', png(8, 8).toString('base64url')])
      assert.equal(typeof pictureIn(`${text}_`), 'string');
  });

  it('has at most 1 MiB and 4096 × 4096 pixels, and at least one', () => {
    assert.ok(typeof read(Buffer.concat([png(9, 9), Buffer.alloc(MOST_PICTURE_BYTES - 33)])) !== 'string');
    assert.match(String(read(Buffer.concat([png(9, 9), Buffer.alloc(MOST_PICTURE_BYTES)]))), /1 MiB/);
    assert.ok(typeof read(png(4096, 4096)) !== 'string');
    for (const [width, height] of [
      [4097, 1],
      [1, 4097],
      [0, 8],
      [2 ** 31, 2 ** 31],
    ] as const)
      assert.match(String(read(png(width, height))), /pixels/);
    assert.ok(typeof read(png(400, 100)) !== 'string');
    for (const strip of [png(401, 100), png(1, 5)]) assert.match(String(read(strip)), /at most 4 times/);
  });

  it('survives headers that lie', () => {
    const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(1000, 0xff)]);
    assert.equal(read(endless), NO_PICTURE);
    const empty = Buffer.concat([Buffer.from('ffd8ffe00000', 'hex'), Buffer.alloc(100)]);
    assert.equal(read(empty), NO_PICTURE);
  });
});
