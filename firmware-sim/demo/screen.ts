import type { Alert } from '../alerts.ts';
import { milliseconds } from '../progress.ts';
import { type Tally, total } from '../tally.ts';
import type { Caregiver } from './care-home.ts';

export interface Screen {
  say(line: string): void;
  /** Keeps a line about the wearables at the bottom, where there is a terminal. */
  follow(tally: Tally, devices: number): void;
  close(): void;
}

const EVERY_MS = 500;

export function createScreen(out: NodeJS.WriteStream): Screen {
  const live = out.isTTY === true;
  let bottom = '';
  let timer: NodeJS.Timeout | undefined;
  const clear = live ? '\r\x1b[2K' : '';
  return {
    say: (line) => void out.write(`${clear}${line}\n${bottom}`),
    follow(tally, devices) {
      if (!live) return;
      timer = setInterval(() => {
        bottom = statusLine(tally, devices).slice(0, Math.max(20, out.columns - 1));
        out.write(clear + bottom);
      }, EVERY_MS);
    },
    close() {
      clearInterval(timer);
      if (bottom !== '') out.write(clear);
      bottom = '';
    },
  };
}

function statusLine(tally: Tally, devices: number): string {
  const refused = total(tally.refused) + total(tally.unanswered);
  return [
    `${devices} wearables`,
    `${tally.acknowledged} readings stored`,
    ...(refused > 0 ? [`${refused} refused or unanswered`] : []),
    `${tally.falls.length} falls`,
    `p50 ${milliseconds(tally.latency.quantile(0.5))}`,
    `p99 ${milliseconds(tally.latency.quantile(0.99))}`,
    'Ctrl-C stops',
  ].join(' · ');
}

export const clock = (): string => new Date().toTimeString().slice(0, 8);

export function alertLine(
  alert: Alert,
  caregiver: Caregiver,
  type: string,
  afterS: number | undefined,
): string {
  const after = afterS === undefined ? '' : `, ${afterS.toFixed(1)} s after the blow`;
  const verb = type === 'alert' ? 'told' : 'now told';
  return `${clock()}  ${alert.severity.padEnd(9)}  ${alert.message}  → ${verb} ${caregiver.name}${after}`;
}

export interface Sights {
  readonly apiUrl: string;
  readonly mqttPort: number | undefined;
  readonly dataDir: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly caregivers: readonly Caregiver[];
}

/** What there is to see, and how to get in. */
export function whatToOpen({ apiUrl, mqttPort, dataDir, admin, caregivers }: Sights): string {
  const people = caregivers.flatMap((caregiver) => [
    `    ${caregiver.email.padEnd(36)} ${caregiver.password.padEnd(18)} caregiver of`,
    ...caregiver.patients.map(({ email, password }) => `      ${email.padEnd(34)} ${password}`),
  ]);
  const [first] = caregivers;
  if (first === undefined) return '';
  const login = JSON.stringify({ email: first.email, password: first.password });
  return `
  A care home, with everybody's password:

    ${admin.email.padEnd(36)} ${admin.password.padEnd(18)} admin
${people.join('\n')}

  What to open (as ${first.name}):

    TOKEN=$(curl -s ${apiUrl}/auth/login -H 'Content-Type: application/json' \\
      -d '${login}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
    curl -s ${apiUrl}/caregivers/alerts -H "Authorization: Bearer $TOKEN"
    curl -s ${apiUrl}/caregivers/${first.id}/patients -H "Authorization: Bearer $TOKEN"
    curl -s ${apiUrl}/openapi.json

    npx wscat -c ${apiUrl.replace('http', 'ws')}/live -H "Authorization: Bearer $TOKEN"
${
  mqttPort === undefined
    ? ''
    : `    mosquitto_sub -h 127.0.0.1 -p ${mqttPort} -u ${first.email} -P '${first.password}' \\
      -t caregivers/${first.id}/alerts
`
}
  Data: ${dataDir}
`;
}
