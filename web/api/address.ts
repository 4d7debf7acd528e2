/** RFC 2606: no address in `.invalid` exists. The service gives one to residents who have none (docs/contract.md, "Accounts
 * without an e-mail address"). Undefined for such an address. */
export const realAddress = (email: string): string | undefined =>
  email.endsWith('.invalid') ? undefined : email;
