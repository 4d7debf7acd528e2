import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import type { Mailbox } from './mailbox.ts';

/** Waits for that many mails to an address and returns the text of the newest. */
export async function mailTo({ mails }: Mailbox, address: string, count = 1): Promise<string> {
  const to = () => mails.filter((mail) => mail.to.includes(address));
  await eventually(`${count} mails arrive at ${address}`, () => to().length >= count);
  assert.equal(to().length, count, `mails to ${address}`);
  // Quoted-printable breaks long lines.
  return to()[count - 1]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
}

/** The token after `path` in the link of a mail. */
export const tokenIn = (text: string, path: string): string =>
  new RegExp(`${path.replaceAll('/', '\\/')}([\\w-]+)`).exec(text)?.[1] ?? assert.fail(text);
