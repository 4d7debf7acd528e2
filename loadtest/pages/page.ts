import { formatFigure, goalOf, type Table } from '../report.ts';
import type { Result } from '../result-file.ts';

export interface Named {
  /** Name of the result file, without extension. */
  readonly name: string;
  readonly result: Result;
}

export const plotFile = (name: string, plot: string): string => `${name}-${plot}.svg`;

/** Headings in the order of the page; results with other names follow. */
const HEADINGS: Readonly<Record<string, string>> = {
  http: 'Readings over HTTP',
  'http-light': 'Readings over HTTP, with a lighter generator',
  'http-rate': 'Latency over rate: HTTP',
  mqtt: 'Readings over MQTT',
  'mqtt-5': 'Readings over MQTT 5',
  'mqtt-rate': 'Latency over rate: MQTT',
  small: 'Small installations',
  'small-profile': 'CPU profile at a hundred readings per second',
  mosquitto: 'Comparison with Mosquitto and a storing subscriber',
  ws: 'Readings over the live socket',
  'ws-rate': 'Latency over rate: live socket',
  profile: 'CPU profile',
  instances: 'Cost of a reading with one and two instances',
  mixed: 'Many wearables at once',
  live: 'From a fall to the alert',
  'live-5000': 'From a fall to the alert, with a thousand caregivers per patient',
  'fall-profile': 'Time profile of a fall',
  response: 'From a fall to messages on phones and webhooks',
  phones: 'SMS and calls: gateways that hang, and a burst of falls',
  console: 'The board in a browser',
  comeback: 'Reconnection after a restart',
  connections: 'Tens of thousands of connections',
  'connections-5': 'Memory of a connection in MQTT 5',
  lists: 'Lists with a full database',
  reports: 'Reports over a year of falls',
  scoring: 'Scoring',
  'growth-devices': 'Growth: known devices',
  'growth-readings': 'Growth: stored readings',
  'growth-sockets': 'Growth: live sockets',
  'growth-responses': 'Growth: finished responses',
};

const INTRODUCTION = `# Benchmarks

\`npm run loadtest -- all\` writes the results to \`docs/benchmarks/\`. \`npm run benchmarks-doc\` generates this page from them.

- The service, the database and the load generator share one machine. Rates are lower than with a separate generator.
- Ratios compare results of one run. Trust them more than rates.
- CPU is in cores.
- The latency of an open loop (a fixed rate) counts from the scheduled time of a reading, so it includes stalls.
- "Stored" means that the reading was found in the table afterwards.
`;

export function benchmarksPage(results: readonly Named[]): string {
  const order = Object.keys(HEADINGS);
  const rank = ({ name }: Named): number => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = [...results].sort((a, b) => rank(a) - rank(b));
  return [INTRODUCTION, ...machines(sorted), goals(sorted), ...sorted.map(section)].join('\n');
}

const machineOf = ({ result: { machine } }: Named): string =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`;

function machines(results: readonly Named[]): string[] {
  const distinct = [...new Set(results.map(machineOf))];
  if (distinct.length === 1) return [`Machine: ${distinct[0]}.\n`];
  return distinct.map(
    (machine) =>
      `Machine of ${results
        .filter((one) => machineOf(one) === machine)
        .map(({ name }) => name)
        .join(', ')}: ${machine}.\n`,
  );
}

function goals(results: readonly Named[]): string {
  const ratios = results.flatMap(({ result }) => result.ratios);
  if (ratios.length === 0) return '';
  const rows = ratios.map((ratio) => `| ${ratio.name} | ${ratio.value.toFixed(2)} | ${goalOf(ratio)} |`);
  return ['## Ratios', '', '| | ratio | |', '|---|---:|---|', ...rows, ''].join('\n');
}

function section({ name, result }: Named): string {
  const { tables, checks, plots, notes, date, commit, seconds, scenario, options } = result;
  const heading = HEADINGS[name] ?? name;
  return [
    `## ${heading}`,
    '',
    ...tables.map(tableOf),
    ...plots.map((plot) => `![${plot.title}](benchmarks/${plotFile(name, plot.name)})\n`),
    ...checks.map((check) => `- ${check.holds ? 'holds' : '**fails**'}: ${check.name} (${check.found})`),
    ...notes.map((note) => `- ${note}`),
    '',
    `<sub>${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${seconds} s: \`npm run loadtest -- ${command(scenario, options)}\`</sub>`,
    '',
  ].join('\n');
}

function command(scenario: string, options: Result['options']): string {
  const words = Object.entries(options).flatMap(([name, value]) => {
    if (value === false || value === undefined || value === null) return [];
    return value === true ? [`--${name}`] : [`--${name} ${String(value)}`];
  });
  return [scenario, ...words].join(' ');
}

function tableOf({ title, rows }: Table): string {
  const columns = [...new Set(rows.flatMap(({ figures }) => Object.keys(figures)))];
  const cell = (value: number | undefined): string => (value === undefined ? '' : formatFigure(value));
  return [
    `**${title}**`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...rows.map(
      ({ name, figures }) => `| ${name} | ${columns.map((column) => cell(figures[column])).join(' | ')} |`,
    ),
    '',
  ].join('\n');
}
