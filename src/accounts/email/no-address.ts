import { randomUUID } from 'node:crypto';

/** Reserved by RFC 2606: no mail server ever has an address there. */
const RESERVED = '.invalid';

/** docs/contract.md, "Accounts without an e-mail address": the stand-in, which is unique as every address. */
export const standInAddress = (): string => `${randomUUID()}@no-address${RESERVED}`;

/** Whether a mail server may have the address. */
export const isRealAddress = (email: string): boolean => !email.endsWith(RESERVED);

/** The address as SQL; empty if it is a stand-in. */
export const realAddressSql = (column: string): string =>
  `CASE WHEN ${column} LIKE '%${RESERVED}' THEN '' ELSE ${column} END`;
