import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandOf } from '../../web/state/shortcut-keys.ts';

const press = (key: string, held = {}) =>
  commandOf({ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, ...held });

describe('the keyboard shortcuts of the board', () => {
  it('are single letters, in either case', () => {
    assert.deepEqual(
      ['j', 'K', 'g', 'r', '?'].map((key) => press(key)),
      ['next', 'previous', 'go', 'resolve', 'help'],
    );
    assert.equal(press('x'), undefined);
  });

  it("leave the browser's and the system's shortcuts alone", () => {
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
      assert.equal(press('r', { [modifier]: true }), undefined);
  });

  it('act once while a key is held, except for moving on', () => {
    assert.equal(press('g', { repeat: true }), undefined);
    assert.equal(press('j', { repeat: true }), 'next');
  });
});
