import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fewerAccounts } from '../../src/operations/backup/fewer-accounts.ts';

describe('a backup with fewer accounts than the last one in its folder', () => {
  const last = { file: '/backups/1.backup', madeAt: '2026-11-18T03:00:00.000Z', accounts: 12 };
  const check = (accounts: number, confirmed = false) => fewerAccounts({ accounts, confirmed }, last);

  it('is refused until the operator confirms it', () => {
    assert.match(
      check(11) ?? '',
      /has 11 accounts, .* has 12 \(\/backups\/1\.backup, .* --fewer-accounts\.$/,
    );
    assert.equal(check(11, true), undefined);
    assert.equal(check(12), undefined);
    assert.equal(check(13), undefined);
  });

  it('is made where nothing is known of the last one', () => {
    assert.equal(fewerAccounts({ accounts: 0, confirmed: false }, undefined), undefined);
    assert.equal(
      fewerAccounts({ accounts: 0, confirmed: false }, { ...last, accounts: undefined }),
      undefined,
    );
  });
});
