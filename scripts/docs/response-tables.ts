import { REPORTS_PER_HOUR, REPORTS_PER_MINUTE } from '../../src/falls/flood.ts';
import { TIMEOUT_MS } from '../../src/notify/channels/safe-request.ts';
import { TTL_SECONDS } from '../../src/notify/channels/web-push.ts';
import { GATHER_MS } from '../../src/notify/gathering.ts';
import { LEASE_MS } from '../../src/notify/outbox.ts';
import { MAX_RETRY_AFTER_MS, RETRY_AFTER_FIRST_MS } from '../../src/notify/retries.ts';
import { CODE_LIFETIME_MS, CODE_MAX_TRIES, CODES_PER_HOUR } from '../../src/notify/verification-code.ts';
import { SETTINGS } from '../../src/platform/config/config.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { CLAIM_LINK_MS } from '../../src/response/claim-links.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation.ts';
import { ESCALATION_CHECK_MS } from '../../src/response/record-changes.ts';
import { CLAIM_MS, ETA_GRACE_MS } from '../../src/response/states.ts';

const inSeconds = (ms: number): string => `${ms / SECOND_MS} s`;
const inMinutes = (ms: number): string => `${ms / MINUTE_MS} minutes`;

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function defaultLadder(): string {
  const { steps, repeats } = DEFAULT_POLICY;
  return table(
    ['After', 'Who', 'By'],
    [
      ...steps.map(({ afterSeconds, targets, channels }) => [
        `${afterSeconds} s`,
        codes(targets),
        codes(channels),
      ]),
      [
        `every ${repeats.everySeconds} s, ${repeats.times === null ? 'until somebody takes over' : `${repeats.times} times`}`,
        'the last step again',
        '',
      ],
    ],
  );
}

const tries = [0, ...RETRY_AFTER_FIRST_MS].map((ms) => ms / SECOND_MS).join(', ');

const timings = (): string =>
  table(
    ['What', 'How long'],
    [
      [
        'OK window: the wearer may call a fall off before phones ring',
        `\`OK_WINDOW_SECONDS\`, ${SETTINGS.okWindowSeconds.shown} s; none for CONFIRMED and calls for help`,
      ],
      ['A claim without an eta', inMinutes(CLAIM_MS)],
      ['A claim with an eta', `the eta + ${inMinutes(ETA_GRACE_MS)}, also when that is less`],
      ['Claiming again', 'starts that time anew'],
      [
        'Every instance looks for what is due',
        `every ${inSeconds(ESCALATION_CHECK_MS)}, and at once when woken`,
      ],
      [
        'Falls that one channel is told of in one message',
        `those within ${inSeconds(GATHER_MS)} of each other; the first at once`,
      ],
      [
        'Falls a person may report with a response',
        `${REPORTS_PER_MINUTE} a minute, ${REPORTS_PER_HOUR} an hour`,
      ],
      ['Tries of one message', `${tries} s after the first one`],
      ['`Retry-After` (429, 5xx)', `honoured up to ${inSeconds(MAX_RETRY_AFTER_MS)}`],
      ['One try over HTTP', `given up after ${inSeconds(TIMEOUT_MS)}`],
      [
        'A message whose sender died',
        `another instance, or the next one that starts, sends it within 5 s; after ${inSeconds(LEASE_MS)} where nobody sees the sender die`,
      ],
      ['A push waits for a phone that is off', inSeconds(TTL_SECONDS * SECOND_MS)],
      ['A claim link', `${inMinutes(CLAIM_LINK_MS)}, once`],
      ["An e-mail address's code", `${inMinutes(CODE_LIFETIME_MS)}, ${CODE_MAX_TRIES} tries`],
      ['Codes mailed for one person', `${CODES_PER_HOUR} an hour, then 429 with \`Retry-After\``],
      ['A shift', 'at most 24 hours ahead'],
      ['`POST …/test` of a channel', 'waits up to 10 s'],
      ['An emergency on open sockets', 'again every 30 s until somebody goes'],
    ],
  );

/** By the name of the place in docs/response.md that they fill. */
export const responseTables = (): Readonly<Record<string, string>> => ({
  'default ladder': defaultLadder(),
  timings: timings(),
});

/** Between `<!-- NAME, made by npm run docs -->` and `<!-- end -->`. */
export function filled(document: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, content]) => {
    const begin = `<!-- ${name}, made by npm run docs -->`;
    const from = text.indexOf(begin);
    const to = text.indexOf('<!-- end -->', from);
    if (from === -1 || to === -1) throw new Error(`there is no place for "${name}"`);
    return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
  }, document);
}
