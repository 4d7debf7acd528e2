/** docs/contract.md, "Passwords", one row each. */
const LONGEST = 128;

const RULES: readonly { readonly holds: (password: string) => boolean; readonly message: string }[] = [
  { holds: (p) => p.length >= 8, message: 'must have at least 8 characters' },
  { holds: (p) => p.length <= LONGEST, message: `must have at most ${LONGEST} characters` },
  { holds: (p) => /[A-Z]/.test(p), message: 'must contain an uppercase letter (A-Z)' },
  { holds: (p) => /[a-z]/.test(p), message: 'must contain a lowercase letter (a-z)' },
  { holds: (p) => /[0-9]/.test(p), message: 'must contain a digit (0-9)' },
  { holds: (p) => /[!@#$%^&*]/.test(p), message: 'must contain one of !@#$%^&*' },
  { holds: (p) => !p.includes('\0'), message: 'must not contain NUL characters' },
];

/** The violated rules in one sentence, or undefined for a valid password. */
export function brokenPasswordRule(password: string): string | undefined {
  const broken = RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
  return broken.length === 0 ? undefined : broken.join('; ');
}
