import type { Details } from '../../platform/errors.ts';
import { brokenPasswordRule } from './password-rule.ts';

/** docs/contract.md, "Passwords": a broken rule as the error of one body field. */
export function passwordComplaint(field: string, password: string | undefined): Details {
  const broken = password === undefined ? undefined : brokenPasswordRule(password);
  return broken === undefined ? {} : { [field]: broken };
}
