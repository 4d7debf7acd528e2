import type { Sends } from '../client/hold.ts';
import { quantileOf } from './latency.ts';
import { GRAVITY } from './motion/sample.ts';
import { milliseconds } from './progress.ts';
import type { Told } from './response/report.ts';
import type { Result } from './simulation.ts';
import { total } from './tally.ts';
import { beside } from './text.ts';

type Row = readonly [string, string];
const MAX_SHOWN = 5;
/** The width of most terminals and of plain-text mails. */
const LINE_WIDTH = 80;

/** The summary for people. */
export function summaryOf(result: Result): string {
  const rows = [
    ...runRows(result),
    ...readingRows(result),
    ...fallRows(result),
    ...responseRows(result),
    ...checkRows(result),
    ...fleetRows(result),
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) =>
    beside(`  ${label.padEnd(width)}   `, value, LINE_WIDTH).trimEnd(),
  );
  return ['', ...table, '', beside('  ', verdict(result), LINE_WIDTH), ''].join('\n');
}

function runRows({ options, seconds, crew, interrupted, tally }: Result): Row[] {
  const what = options.replay ?? options.scenario;
  const people = `${crew.owners.length} patient${crew.owners.length === 1 ? '' : 's'}`;
  return [
    ['Wearables', `${options.devices} of ${people}, over ${options.transport}`],
    ['  sent', sentWords(options)],
    ['  size', `${Math.round(tally.bytes.mean())} bytes per reading, as JSON`],
    [
      'Lives',
      `${what}, seed ${options.seed}, ${Math.round(seconds)} s${interrupted ? ' (interrupted)' : ''}`,
    ],
    ...(crew.wards.length > 0 ? [['Wards', crew.wards.join(', ')] as const] : []),
    ...(crew.watcher ? [['Caregiver', crew.watcher.email] as const] : []),
  ];
}

/** What a message was made of, and how it travelled. */
function sentWords({ make, delays }: Result['options']): string {
  const { rateHz, accelRange, gyroRange, smoothedS } = make.sensor;
  return [
    SENT[make.send],
    `±${Math.round(accelRange / GRAVITY)} g`,
    make.hasGyro ? `±${gyroRange} °/s` : 'no gyro',
    ...(rateHz === undefined ? [] : [`${rateHz} Hz`]),
    ...(smoothedS === 0 ? [] : ['smoothed']),
    ...(delays.jitterMs === 0 ? [] : [`up to ${delays.jitterMs} ms late`]),
    ...(delays.stallsPerMinute === 0 ? [] : [`${delays.stallsPerMinute} stalls a minute`]),
  ].join(', ');
}

const SENT: Readonly<Record<Sends, string>> = {
  reading: 'one reading a second',
  parts: 'one reading a second with its parts',
  samples: 'one reading a second with all samples',
};

function readingRows({ tally }: Result): Row[] {
  const { latency } = tally;
  const late = tally.late > 0 ? `, ${tally.late} of them late, from backlogs` : '';
  const quantiles = [0.5, 0.9, 0.99]
    .map((q) => `p${q * 100} ${milliseconds(latency.quantile(q))}`)
    .join('   ');
  return [
    ['Readings sent', String(tally.sent)],
    ['  acknowledged', `${tally.acknowledged}${late}`],
    ...[...tally.refused].map(([reason, count]) => ['  refused', `${count} × ${reason}`] as const),
    ...[...tally.unanswered].map(([reason, count]) => ['  unanswered', `${count} × ${reason}`] as const),
    ...(tally.missedOffline > 0
      ? [['  never sent', `${tally.missedOffline} without Wi-Fi (only MQTT resends them later)`] as const]
      : []),
    ...(tally.missedBusy > 0
      ? [['  never sent', `${tally.missedBusy} while waiting for a response`] as const]
      : []),
    ...(tally.reconnects > 0 ? [['Wi-Fi drops', String(tally.reconnects)] as const] : []),
    ['Answer time', `${quantiles}   largest ${milliseconds(latency.largest())}`],
  ];
}

function fallRows({ tally, falls, alertDelaysS, options }: Result): Row[] {
  const count = falls.alerted.length + falls.missed.length;
  const detected = tally.falls.filter(({ detectedAt }) => detectedAt !== undefined).length;
  const delays = [...alertDelaysS].sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  const delay = median === undefined ? '' : `, delay live ${median.toFixed(1)} s after the impact (median)`;
  const whose = options.replay === undefined ? 'Falls simulated' : 'Falls replayed';
  return [
    [whose, String(count)],
    ['  detected', `${detected} in the responses to readings`],
    ['  alerted', `${falls.alerted.length}${delay}`],
    ...falls.missed.slice(0, MAX_SHOWN).map((fall) => {
      const where = `${fall.ownerName}, ${fall.kind}, ${new Date(fall.at).toISOString()}`;
      return ['  no alert', `${where}${fall.offline ? ', without Wi-Fi' : ''}`] as const;
    }),
    ['False alarms', String(falls.falseAlarms.length)],
  ];
}

function responseRows({ response, gateways }: Result): Row[] {
  const { answers, messages, timeToClaimS } = response;
  if (response.falls === 0) return [];
  const found = [
    `${response.helped} helped`,
    ...some(response.noHelpNeeded, 'needed no help'),
    ...some(response.falseAlarm, 'false alarm'),
    ...some(response.underWay, 'not resolved yet'),
  ].join(', ');
  const toClaim =
    timeToClaimS.length === 0
      ? ''
      : `, after p50 ${quantileOf(timeToClaimS, 0.5).toFixed(1)} s, p99 ${quantileOf(timeToClaimS, 0.99).toFixed(1)} s`;
  return [
    ['Responses', `${response.falls}: ${sourceWords(response.sources)}`],
    ['  claimed', `${response.claimed}${toClaim}`],
    ['  came to', found],
    ['  cancelled', `${response.cancelledByPatient} by the patient`],
    ['  unanswered', String(response.unanswered)],
    ['Buttons', `${answers.ok} OK, ${answers.help} for help, ${answers.tooLate} too late`],
    ['Messages', toldWords(messages)],
    ...Object.entries(messages.byChannel).map(
      ([channel, told]): Row => [`  ${CHANNELS[channel] ?? channel}`, toldWords(told)],
    ),
    ...gatewayRows(gateways),
  ];
}

const sourceWords = (sources: Readonly<Record<string, number>>): string =>
  Object.entries(sources)
    .map(([source, count]) => `${count} ${SOURCES[source] ?? source}`)
    .join(', ');

const toldWords = ({ delivered, failed }: Told): string =>
  [`${delivered} delivered`, ...some(failed, 'attempts failed')].join(', ');

const CHANNELS: Readonly<Record<string, string>> = {
  webpush: 'push',
  email: 'e-mail',
  sms: 'SMS',
  call: 'calls',
};

const SOURCES: Readonly<Record<string, string>> = {
  STREAM: 'from wearables',
  REPORT: 'reported',
  HELP_BUTTON: 'calls for help',
  CHECK_IN: 'missed check-ins',
  SENSOR: 'from other sensors',
};

const GATEWAYS: Readonly<Record<string, string>> = {
  sms: 'SMS',
  voice: 'calls',
  pager: 'pager',
  homeBroker: 'smart home',
};

/** The gateways that the service uses, with their state. */
function gatewayRows(gateways: Result['gateways']): Row[] {
  const used = Object.entries(gateways ?? {}).filter(([, state]) => state !== 'OFF');
  if (used.length === 0) return [];
  return [['Gateways', used.map(([name, state]) => `${GATEWAYS[name] ?? name} ${state}`).join(', ')]];
}

const some = (count: number, words: string): string[] => (count > 0 ? [`${count} ${words}`] : []);

function checkRows({ readBack }: Result): Row[] {
  const { devices, ofDevices, readings, missing } = readBack;
  const sample = devices < ofDevices ? `${devices} of ${ofDevices} devices` : `all ${devices} devices`;
  return [
    ['Read back', `${readings - missing.length} of ${readings} acknowledged readings, ${sample}`],
    ...missing.slice(0, MAX_SHOWN).map(({ macAddress, at }) => ['  missing', `${macAddress} ${at}`] as const),
  ];
}

/** What was measured beside what docs/operations.md, "Sizing", says. */
function fleetRows({ fleet, options }: Result): Row[] {
  if (options.wearables === undefined) return [];
  if (fleet === undefined) return [['Fleet', 'no model: docs/benchmarks has too few results']];
  const { wearables, played, factor, cells, servers, readingsPerSecond } = fleet;
  return [
    ['Fleet', `${wearables} wearables, of which ${played} were played: × ${rounded(factor)}`],
    ['  computed', `${cells} cells, ${servers} servers, ${readingsPerSecond} readings/s`],
    ['  cores', `${rounded(fleet.serviceCores)} service, ${rounded(fleet.databaseCores)} database`],
    ['Of the played', 'measured (computed for this rate)'],
    ...fleet.compared.map(
      ({ name, measured, model }): Row => [`  ${name}`, `${figure(measured)} (${figure(model)})`],
    ),
    ['  measured on', fleet.machine],
    ['  computed from', fleet.modelMachine],
    ...(fleet.compared.some(({ measured }) => measured === undefined)
      ? [['  –', 'runs elsewhere, or as another user'] as const]
      : []),
  ];
}

const figure = (value: number | undefined): string =>
  value === undefined ? '–' : value >= 100 ? String(Math.round(value)) : value.toFixed(1);

function verdict({ ok, readBack, falls, tally, response, problem }: Result): string {
  if (ok) return `✓ Every acknowledged reading is stored${aboutFalls(falls)}.`;
  const reasons = [
    ...(problem !== undefined ? [`could not read back acknowledged readings: ${problem}`] : []),
    ...(tally.acknowledged === 0 ? ['no reading was acknowledged'] : []),
    ...(readBack.missing.length > 0 ? [`${readBack.missing.length} acknowledged readings are missing`] : []),
    ...(falls.missed.length > 0 ? [`${falls.missed.length} falls raised no alert`] : []),
    ...response.broken.slice(0, MAX_SHOWN),
    ...some(response.broken.length - MAX_SHOWN, 'more like this'),
  ];
  return `✗ ${reasons.join('; ')}.`;
}

function aboutFalls({ alerted, missed }: Result['falls']): string {
  if (alerted.length + missed.length === 0) return '; no falls';
  if (missed.length > 0)
    return `; ${alerted.length} of ${alerted.length + missed.length} falls raised an alert`;
  return ', and every fall raised an alert';
}

/** The summary for machines. */
export function jsonOf({
  options,
  tally,
  crew,
  falls,
  readBack,
  response,
  gateways,
  alertDelaysS,
  seconds,
  interrupted,
  problem,
  fleet,
  ok,
}: Result): object {
  const { devices, transport, scenario, replay, seed, make, delays, speed } = options;
  return {
    ok,
    interrupted,
    problem: problem ?? null,
    seconds,
    run: {
      devices,
      wards: crew.wards.length,
      transport,
      scenario: replay === undefined ? scenario : null,
      replay: replay ?? null,
      seed,
      send: make.send,
      hasGyro: make.hasGyro,
      bytesPerReading: Math.round(tally.bytes.mean()),
      sensor: make.sensor,
      delays,
      speed,
    },
    readings: {
      sent: tally.sent,
      acknowledged: tally.acknowledged,
      late: tally.late,
      duplicates: tally.duplicates,
      refused: total(tally.refused),
      refusedBy: Object.fromEntries(tally.refused),
      unanswered: total(tally.unanswered),
      unansweredBy: Object.fromEntries(tally.unanswered),
      missedOffline: tally.missedOffline,
      missedBusy: tally.missedBusy,
    },
    answerMs: {
      p50: rounded(tally.latency.quantile(0.5)),
      p90: rounded(tally.latency.quantile(0.9)),
      p99: rounded(tally.latency.quantile(0.99)),
      largest: rounded(tally.latency.largest()),
    },
    falls: {
      simulated: falls.alerted.length + falls.missed.length,
      detected: tally.falls.filter(({ detectedAt }) => detectedAt !== undefined).length,
      alerted: falls.alerted.length,
      missed: falls.missed,
      falseAlarms: falls.falseAlarms.length,
      alertDelaysS: alertDelaysS.map(rounded),
    },
    response: {
      falls: response.falls,
      claimed: response.claimed,
      timeToClaimS: {
        p50: quantileOrNull(response.timeToClaimS, 0.5),
        p99: quantileOrNull(response.timeToClaimS, 0.99),
      },
      unanswered: response.unanswered,
      underWay: response.underWay,
      cancelledByPatient: response.cancelledByPatient,
      helped: response.helped,
      noHelpNeeded: response.noHelpNeeded,
      falseAlarm: response.falseAlarm,
      sources: response.sources,
      messages: response.messages,
      answers: response.answers,
      broken: response.broken,
    },
    gateways,
    readBack,
    fleet: fleet ?? null,
  };
}

const quantileOrNull = (values: readonly number[], share: number): number | null =>
  values.length === 0 ? null : rounded(quantileOf(values, share));

const rounded = (value: number): number => Math.round(value * 100) / 100;
