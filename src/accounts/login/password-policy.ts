import type { Role } from '../../platform/http/principal.ts';
import type { AccountsConfig } from '../settings.ts';

interface Person {
  readonly role: Role;
  readonly email: string;
}

/** PASSWORD_LOGIN=off (docs/single-sign-on.md, "Without passwords"): for passwords and passkeys. */
export interface PasswordPolicy {
  /** Patients, and the admins for the day on which the provider is away. */
  mayLogIn(person: Person): boolean;
  /** Each such login alerts all admins. */
  isBreakGlass(person: Person): boolean;
}

export function createPasswordPolicy({
  passwordLogin,
  breakGlassAdmins,
}: Pick<AccountsConfig, 'passwordLogin' | 'breakGlassAdmins'>): PasswordPolicy {
  const isOff = passwordLogin === 'off';
  const isBreakGlass = ({ role, email }: Person): boolean =>
    isOff && role === 'ADMIN' && breakGlassAdmins.includes(email);
  return {
    isBreakGlass,
    mayLogIn: (person) => !isOff || person.role === 'PATIENT' || isBreakGlass(person),
  };
}
