import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brokenPasswordRule } from '../../src/accounts/passwords/password-rule.ts';

describe('the password rules', () => {
  it('accept a password that meets every rule, with each special character', () => {
    for (const special of '!@#$%^&*')
      assert.equal(brokenPasswordRule(`Secret12${special}`), undefined, special);
    assert.equal(brokenPasswordRule(`Aa1!${'x'.repeat(124)}`), undefined);
    assert.equal(brokenPasswordRule('Passwörter1! 😀'), undefined);
  });

  it('name the rule that a password breaks', () => {
    const broken: readonly (readonly [string, RegExp])[] = [
      ['Aa1!xyz', /8 characters/],
      ['secret!123', /uppercase/i],
      ['SECRET!123', /lowercase/i],
      ['Secret!abc', /digit/i],
      ['Secret1234', /!@#\$%\^&\*/],
      ['Secret-123', /!@#\$%\^&\*/],
      ['Äa1!', /8 characters/],
      ['ä1!ä1!ä1!', /uppercase/i],
      [`Aa1!${'x'.repeat(125)}`, /128/],
      ['Secret!123\0', /NUL/],
    ];
    for (const [password, message] of broken) {
      assert.match(brokenPasswordRule(password) ?? 'nothing is wrong', message, password);
    }
  });

  it('name all broken rules', () => {
    const message = brokenPasswordRule('') ?? '';
    for (const rule of [/8 characters/, /uppercase/i, /lowercase/i, /digit/i]) assert.match(message, rule);
  });
});
