import type { Credentials } from '../accounts.ts';
import type { Alert } from '../alerts.ts';
import type { Caregiver } from '../home/home.ts';
import { milliseconds } from '../progress.ts';
import type { Deed } from '../response/caregiver.ts';
import type { Answer, Outcome } from '../response/records.ts';
import { type PressedAnswer, type Tally, total } from '../tally.ts';
import { beside, packed } from '../text.ts';
import type { Board } from './board.ts';
import type { CareHome } from './care-home.ts';
import type { QrPlace } from './qr.ts';

export interface Screen {
  say(text: string): void;
  /** Prints an event: its kind and a description. */
  tell(kind: string, words: string): void;
  /** On a terminal, keeps wearables and responses visible at the bottom. */
  follow(tally: Tally, devices: number, board: Board): void;
  /** Shows lines, on a terminal above the bottom lines until they are unpinned. */
  pin(linesFor: (place: QrPlace) => readonly string[]): void;
  unpin(): void;
  close(): void;
}

const EVERY_MS = 500;
const USUAL_WIDTH = 80;
const KIND_WIDTH = 9;
/** Of a terminal, for the bottom lines. */
const ROWS_BESIDE = 4;

export function createScreen(out: NodeJS.WriteStream): Screen {
  const live = out.isTTY === true;
  let pinned: readonly string[] = [];
  let bottom: readonly string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const width = (): number => Math.max(20, (live ? out.columns : USUAL_WIDTH) - 1);
  const shown = (): readonly string[] => [...pinned, ...bottom];
  /** Moves the cursor up to the first of these lines and clears everything below. */
  const clear = (lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\r${'\x1b[1A'.repeat(lines.length - 1)}\x1b[0J`;
  /** Writes above the lines at the bottom, which may change. */
  const redraw = (text: string, change?: () => void): void => {
    const wiped = clear(shown());
    change?.();
    out.write(`${wiped}${text}${shown().join('\n')}`);
  };
  const say = (text: string): void => redraw(`${text}\n`);
  return {
    say,
    tell: (kind, words) => say(beside(`${clock()}  ${kind.padEnd(KIND_WIDTH)}  `, words, width())),
    follow(tally, devices, board) {
      if (!live) return;
      timer = setInterval(() => {
        const next = [
          ...packed(statusParts(tally, devices), width()),
          ...packed(board.parts(Date.now()), width()),
        ].slice(0, Math.max(1, out.rows - pinned.length - 1));
        // What is pinned is not drawn again: a camera reads it.
        if (bottom.length === 0) return redraw('', () => (bottom = next));
        const wiped = clear(bottom);
        bottom = next;
        out.write(wiped + bottom.join('\n'));
      }, EVERY_MS);
    },
    pin(linesFor) {
      const rows = live ? out.rows - ROWS_BESIDE : Number.POSITIVE_INFINITY;
      const columns = live ? width() : USUAL_WIDTH;
      const lines = linesFor({ rows, columns, hasColours: live });
      if (live && lines.length <= rows) redraw('', () => (pinned = lines));
      else say(lines.join('\n'));
    },
    unpin: () => redraw('', () => (pinned = [])),
    close() {
      clearInterval(timer);
      redraw('', () => {
        pinned = [];
        bottom = [];
      });
    },
  };
}

function statusParts(tally: Tally, devices: number): string[] {
  const refused = total(tally.refused) + total(tally.unanswered);
  return [
    `${devices} wearables`,
    `${tally.acknowledged} readings`,
    ...(refused > 0 ? [`${refused} refused or unanswered`] : []),
    `${tally.falls.length} falls`,
    `p50 ${milliseconds(tally.latency.quantile(0.5))} p99 ${milliseconds(tally.latency.quantile(0.99))}`,
    'Ctrl-C stops',
  ];
}

const clock = (): string => new Date().toTimeString().slice(0, 8);

export function alertWords(alert: Alert, caregiver: Caregiver, afterS: number | undefined): string {
  const after = afterS === undefined ? '' : ` ${afterS.toFixed(1)} s after impact`;
  return `${alert.message} → alerted ${caregiver.name}${after}`;
}

/** Describes the wearable with a poor sensor. */
export const otherMakeWords = (wearer: string): string =>
  `${wearer} wears another make: 12.5 Hz, ±2 g, ±125 °/s, smoothed. Its page warns of it, and its falls may be missed.`;

/** Describes a caregiver's action. */
export function deedWords(deed: Deed): string {
  const { by, patientName } = deed;
  switch (deed.kind) {
    case 'claimed':
      return `${by.name} is on the way to ${patientName}, ETA ${deed.etaMinutes} min${
        deed.station === undefined ? '' : `, claimed at the station "${deed.station}"`
      }.`;
    case 'released':
      return `${by.name} releases ${patientName}'s fall.`;
    case 'offered':
      return `${by.name} hands ${patientName}'s fall off to ${deed.to.name}.`;
    case 'resolved':
      return `${by.name} resolves ${patientName}'s fall: ${FOUND[deed.outcome]}.`;
  }
}

/** Describes a wearer's button press and its result. */
export const pressWords = (wearer: string, { answer, isGranted }: PressedAnswer): string =>
  isGranted
    ? `${wearer} presses ${BUTTONS[answer].name}: ${BUTTONS[answer].means}.`
    : `${wearer} presses ${BUTTONS[answer].name}: too late, a caregiver will come.`;

const BUTTONS: Readonly<Record<Answer, { readonly name: string; readonly means: string }>> = {
  ok: { name: '"I\'m OK"', means: 'cancelled' },
  help: { name: 'HELP', means: 'raised to emergency' },
};

const FOUND: Readonly<Record<Outcome, string>> = {
  HELPED: 'helped',
  NO_HELP_NEEDED: 'no help needed',
  FALSE_ALARM: 'false alarm',
};

export interface Sights {
  readonly apiUrl: string;
  readonly mqttPort: number | undefined;
  readonly dataDir: string;
  readonly home: CareHome;
}

/** Describes the pages to open and how to log in. */
export function whatToOpen({ apiUrl, mqttPort, dataDir, home }: Sights): string {
  const { admin, caregivers, wards } = home;
  const account = ({ email, password }: Credentials, role: string): string =>
    `    ${email.padEnd(34)} ${password.padEnd(18)} ${role}`;
  const residents = wards.flatMap(({ name, members, patients }) => [
    '',
    `  ${name}, with ${members.flatMap((member) => caregivers[member]?.name ?? []).join(' and ')}:`,
    '',
    ...patients.map((patient) => account(patient, '').trimEnd()),
  ]);
  const [first] = caregivers;
  if (first === undefined) return '';
  const { patient: you } = home.phone;
  return `
  Accounts and passwords:

${[account(admin, 'admin'), ...caregivers.map((one) => account(one, `caregiver, PIN ${one.pin}`)), account(you, 'you, in room 105'), ...residents].join('\n')}

  In a browser: ${new URL('/', apiUrl)}  (log in with any account above)
  For a tablet: ${new URL('/station', apiUrl)}  (the admin makes its code)

  In a terminal (as ${first.name}):

    API=${apiUrl}
    TOKEN=$(curl -s $API/auth/login -H 'Content-Type: application/json' -d '{
      "email": "${first.email}", "password": "${first.password}"
    }' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    AUTH="Authorization: Bearer $TOKEN"
    curl -s $API/caregivers/alerts -H "$AUTH"
    curl -s $API/board -H "$AUTH"
    curl -s $API/openapi.json

    npx wscat -c ${apiUrl.replace('http', 'ws')}/live -H "$AUTH"
${
  mqttPort === undefined
    ? ''
    : `    mosquitto_sub -h 127.0.0.1 -p ${mqttPort} \\
      -u ${first.email} -P '${first.password}' \\
      -t caregivers/${first.id}/alerts
`
}
  Data: ${dataDir}
`;
}
