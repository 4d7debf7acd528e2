import { REPORTS_PER_HOUR, REPORTS_PER_MINUTE } from '../../src/falls/raise/flood.ts';
import { kindOf } from '../../src/notify/channels/kinds.ts';
import { TIMEOUT_MS } from '../../src/notify/channels/safe-request.ts';
import { TTL_SECONDS } from '../../src/notify/channels/web-push/web-push.ts';
import { GATHER_MS } from '../../src/notify/outbox/gathering.ts';
import { LEASE_MS } from '../../src/notify/outbox/outbox.ts';
import { MAX_RETRY_AFTER_MS, RETRY_AFTER_FIRST_MS } from '../../src/notify/outbox/retries.ts';
import {
  CODE_LIFETIME_MS,
  CODE_MAX_TRIES,
  CODES_PER_HOUR,
} from '../../src/notify/personal-channels/verification-code.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time.ts';
import { CLAIM_LINK_MS } from '../../src/response/claim-links/claim-links.ts';
import { CALLED_AGAIN_MS, SAME_PRESS_MS } from '../../src/response/commands/help-again.ts';
import { ESCALATION_CHECK_MS } from '../../src/response/commands/record-changes.ts';
import { DEFAULT_POLICY } from '../../src/response/escalation/escalation.ts';
import { settings } from '../../src/response/settings.ts';
import { CLAIM_MS, ETA_GRACE_MS } from '../../src/response/states.ts';

const inSeconds = (ms: number): string => `${ms / SECOND_MS} s`;
const inMinutes = (ms: number): string => `${ms / MINUTE_MS} minutes`;

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function defaultPolicy(): string {
  const { steps, repeats } = DEFAULT_POLICY;
  return table(
    ['After', 'Targets', 'Channels'],
    [
      ...steps.map(({ afterSeconds, targets, channels }) => [
        `${afterSeconds} s`,
        codes(targets),
        codes(channels),
      ]),
      [
        `every ${repeats.everySeconds} s, ${repeats.times === null ? 'until a caregiver takes over' : `${repeats.times} times`}`,
        'repeat the last step',
        '',
      ],
    ],
  );
}

const tries = [0, ...RETRY_AFTER_FIRST_MS].map((ms) => ms / SECOND_MS).join(', ');

const timings = (): string =>
  table(
    ['What', 'Duration or limit'],
    [
      [
        'OK window, in which the wearer can cancel a fall',
        `\`OK_WINDOW_SECONDS\`, ${settings.rows.okWindowSeconds.shown} s; none for CONFIRMED and calls for help`,
      ],
      ['Claim without an ETA', inMinutes(CLAIM_MS)],
      ['Claim with an ETA', `the ETA + ${inMinutes(ETA_GRACE_MS)}, even if that is shorter`],
      ['Repeated claim', 'restarts the time, unless the wearer has called for help again'],
      ['Claim after the second call for help', `ends ${inMinutes(CALLED_AGAIN_MS)} after it`],
      ['Repeated calls for help that are one', `those within ${inSeconds(SAME_PRESS_MS)}`],
      [
        'Check for due steps, by every instance',
        `every ${inSeconds(ESCALATION_CHECK_MS)}, and at once after NOTIFY`,
      ],
      [
        'Falls grouped into one message per channel',
        `those within ${inSeconds(GATHER_MS)} of each other (SMS: ${inSeconds(kindOf('sms').gatherMs ?? GATHER_MS)}); the first at once`,
      ],
      [
        'Reported falls of a person that have a response',
        `${REPORTS_PER_MINUTE} per minute, ${REPORTS_PER_HOUR} per hour`,
      ],
      ['Attempts of one message', `${tries} s after the first one`],
      ['`Retry-After` (429, 5xx)', `honoured up to ${inSeconds(MAX_RETRY_AFTER_MS)}`],
      ['Timeout of an attempt over HTTP', inSeconds(TIMEOUT_MS)],
      [
        'Message whose sender died',
        `another instance, or the next start, sends it within 5 s; within ${inSeconds(LEASE_MS)} if no instance notices the failure`,
      ],
      ['Lifetime of a push message for a phone that is off', inSeconds(TTL_SECONDS * SECOND_MS)],
      ['Claim link', `${inMinutes(CLAIM_LINK_MS)}, one use`],
      [
        'Verification code of an e-mail address or a number',
        `${inMinutes(CODE_LIFETIME_MS)}, ${CODE_MAX_TRIES} attempts`,
      ],
      ['Verification codes per person', `${CODES_PER_HOUR} per hour, then 429 with \`Retry-After\``],
      ['Shift', 'at most 24 hours'],
      ['Timeout of `POST …/test`', '10 s'],
      ['Repetition of an emergency on open sockets', 'every 30 s until a caregiver claims it'],
    ],
  );

/** Tables by the name of their place in docs/response.md. */
export const responseTables = (): Readonly<Record<string, string>> => ({
  'default policy': defaultPolicy(),
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
