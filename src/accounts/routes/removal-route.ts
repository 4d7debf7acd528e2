import type { Scope } from '../../platform/http/principal.ts';
import { type Params, type Route, route } from '../../platform/http/route.ts';
import { Confirmation, success } from '../../platform/schema/envelope.ts';
import type { Accounts } from '../accounts.ts';

interface Removal {
  readonly operation: string;
  readonly path: `/${string}`;
  /** Noun for the description: user, patient, caregiver. */
  readonly what: string;
  readonly target: (call: { readonly params: Params }) => Promise<{ readonly id: string }>;
  readonly accounts: Accounts;
  readonly scope?: Scope;
}

/** Deletion of an account by an admin. */
export const removalRoute = ({ operation, path, what, target, accounts, scope }: Removal): Route =>
  route({
    operation,
    at: `DELETE ${path}`,
    access: ['ADMIN'],
    ...(scope && { scope }),
    summary: `Delete a ${what} with all their data`,
    target,
    reply: success(Confirmation),
    async handle({ target: { id }, record }) {
      await accounts.remove(id);
      record({ level: 'warning', action: 'account.deleted', message: `Deleted a ${what}`, subjectId: id });
      return { data: { message: `The ${what} is deleted` } };
    },
  });
