/** Contract, section 5: the password rules, one row each. The upper bound is of the decisions page. */
const LONGEST = 128;

const RULES: readonly { readonly holds: (password: string) => boolean; readonly says: string }[] = [
  { holds: (p) => p.length >= 8, says: 'must have at least 8 characters' },
  { holds: (p) => p.length <= LONGEST, says: `must have at most ${LONGEST} characters` },
  { holds: (p) => /[A-Z]/.test(p), says: 'must contain an uppercase letter (A-Z)' },
  { holds: (p) => /[a-z]/.test(p), says: 'must contain a lowercase letter (a-z)' },
  { holds: (p) => /[0-9]/.test(p), says: 'must contain a digit (0-9)' },
  { holds: (p) => /[!@#$%^&*]/.test(p), says: 'must contain one of !@#$%^&*' },
  { holds: (p) => !p.includes('\0'), says: 'must not contain NUL characters' },
];

/** The broken rules in one sentence, or undefined for a password that meets them all. */
export function brokenPasswordRule(password: string): string | undefined {
  const broken = RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.says);
  return broken.length === 0 ? undefined : broken.join('; ');
}
