import type { Page } from '../platform/http/pages/page.ts';
import { DAY_MS } from '../platform/time.ts';
import type { OperationsConfig } from './settings.ts';

interface SecurityTxtDeps {
  readonly config: OperationsConfig;
  readonly publicUrl: () => string;
  readonly now: () => number;
}

const PATH = '/.well-known/security.txt';
/** The setting is read at every request, so the contact is at most this old. */
const VALID_MS = 30 * DAY_MS;

/** RFC 9116. */
export function securityTxt({
  config: { securityContact },
  publicUrl,
  now,
}: SecurityTxtDeps): readonly Page[] {
  if (securityContact === undefined) return [];
  return [
    {
      method: 'GET',
      path: PATH,
      limit: 'global',
      handle: () => ({
        status: 200,
        text: [
          `Contact: ${securityContact}`,
          `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${new URL(PATH, publicUrl())}`,
          '',
        ].join('\n'),
      }),
    },
  ];
}
