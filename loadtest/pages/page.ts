import { formatFigure, goalOf, type Ratio, type Table } from '../report.ts';
import type { Result } from '../result-file.ts';

export interface Named {
  /** Name of the result file, without extension. */
  readonly name: string;
  readonly result: Result;
}

/** Headings in the order of the page; results with other names follow. */
const HEADINGS: Readonly<Record<string, string>> = {
  mosquitto: 'Comparison with Mosquitto and a storing subscriber',
  http: 'Readings over HTTP',
  'http-light': 'Readings over HTTP, with a lighter generator',
  mqtt: 'Readings over MQTT',
  'mqtt-5': 'Readings over MQTT 5',
  ws: 'Readings over the live socket',
  small: 'Small installations',
  mixed: 'Many wearables at once',
  live: 'From a fall to the alert',
  'live-5000': 'From a fall to the alert, with a thousand caregivers per patient',
  response: 'From a fall to messages on phones and webhooks',
  console: 'The board in a browser',
  disk: 'Size of a stored reading',
  instances: 'Cost of a reading with one and two instances',
  connections: 'Tens of thousands of connections',
  lists: 'Lists with a full database',
  'growth-devices': 'Growth: known devices',
  'growth-readings': 'Growth: stored readings',
  'growth-responses': 'Growth: finished responses',
};

/** Of each result that compares: its table, and what a reader looks for in it. */
const COMPARED: readonly (readonly [
  result: string,
  title: RegExp,
  row: RegExp,
  columns: readonly string[],
])[] = [
  ['mosquitto', /^QoS/, /./, ['acknowledged/s', 'stored/s', 'to stored p50 ms', 'to stored p99 ms']],
  ['mosquitto', /^kill/, /./, ['acknowledged', 'lost', 'lost %']],
  ['http', /./, /./, ['readings/s', 'p50 ms', 'p99 ms', 'server µs each']],
  ['mqtt', /./, /./, ['readings/s', 'p50 ms', 'p99 ms', 'server µs each']],
  ['small', /^Single/, /100\/s/, ['p50 ms', 'p99 ms', 'cores, both']],
];

const EXPECTED: readonly (readonly [
  result: string,
  title: RegExp,
  row: RegExp,
  columns: readonly string[],
])[] = [
  ['live', /alert/, /./, ['p50 ms', 'p99 ms']],
  ['console', /screen/, /./, ['p50 ms', 'p99 ms']],
  ['response', /first message/, /webpush/, ['p50 ms', 'p99 ms']],
  ['lists', /./, /^GET \/(patients|admin\/falls)$/, ['p50 ms', 'p99 ms']],
  ['connections', /restart, each/, /^seconds/, ['started in s', 'all back after s']],
  ['growth-readings', /./, /^50000000 /, ['against the smallest']],
  ['growth-devices', /./, /^100000 /, ['against the smallest']],
];

const DETAILS = 'benchmarks/results.md';

/** Of a table on the page of all results; the result file has the others. */
const MOST_COLUMNS = 6;
const MOST_ROWS = 12;
const ABOUT_THE_GENERATOR = /generator|failed|first \/ this|sent late|missing/;

const HOW = `- Service, database and load generator share one machine. Trust ratios of one run more than rates.
- CPU is in cores. "Stored" means that the reading was found in the table afterwards.
- At a fixed rate, latency counts from the scheduled time of a reading, so it includes stalls.
`;

/** docs/benchmarks.md: what to expect, beside what else one would use. */
export const benchmarksPage = (results: readonly Named[]): string =>
  [
    '# Benchmarks\n',
    `\`npm run benchmarks-doc\` generates this page and [all results](${DETAILS}) from \`docs/benchmarks/\`, which \`npm run loadtest -- all\` writes. [Sizing](operations.md#sizing) uses them.\n`,
    HOW,
    ...machines(results),
    '## Compared with what else you could use\n',
    ...COMPARED.flatMap(([name, title, row, columns]) =>
      tablesOf(results, name, title, row).map(({ heading, table }) =>
        tableOf({ ...table, title: linked(heading, table.title) }, columns),
      ),
    ),
    '## What to expect\n',
    '| | |\n|---|---|',
    ...EXPECTED.flatMap(([name, title, row, columns]) =>
      tablesOf(results, name, title, row).flatMap(({ heading, table }) =>
        table.rows.map(
          ({ name: of, figures }) =>
            `| ${linked(heading, table.title)}, ${of} | ${columns.map((column) => `${column} ${cell(figures[column])}`).join(', ')} |`,
        ),
      ),
    ),
    '\n## Goals that are not reached\n',
    ...missed(results),
    '',
  ].join('\n');

/** docs/benchmarks/results.md: the tables of every result, its goals and what fails. */
export const resultsPage = (results: readonly Named[]): string =>
  [
    '# Results of the load tests\n',
    'The [summary](../benchmarks.md) says how to read them. The result files have the machine, the options, every row, column and check.\n',
    ...inOrder(results).map(section),
  ].join('\n');

function inOrder(results: readonly Named[]): Named[] {
  const order = Object.keys(HEADINGS);
  const rank = ({ name }: Named): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...results].sort((a, b) => rank(a) - rank(b));
}

const headingOf = ({ name }: Named): string => HEADINGS[name] ?? name;

const linked = (heading: string, text: string): string =>
  `[${text}](${DETAILS}#${heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')})`;

/** The first table of a result with this title, with the rows of this name. */
function tablesOf(results: readonly Named[], name: string, title: RegExp, row: RegExp) {
  return results
    .filter((one) => one.name === name)
    .flatMap((one) => {
      const table = one.result.tables.find((each) => title.test(each.title));
      if (table === undefined) throw new Error(`${name}.json has no table ${title}`);
      const rows = table.rows.filter((each) => row.test(each.name));
      return { heading: headingOf(one), table: { ...table, rows } };
    });
}

const isMissed = ({ value, goal = 0 }: Ratio): boolean => value < goal;

const missed = (results: readonly Named[]): string[] =>
  inOrder(results).flatMap((one) => [
    ...one.result.ratios
      .filter(isMissed)
      .map(
        (ratio) => `- ${linked(headingOf(one), ratio.name)}: ${ratio.value.toFixed(2)}, goal ≥ ${ratio.goal}`,
      ),
    ...one.result.checks
      .filter(({ holds }) => !holds)
      .map(({ name, found }) => `- ${linked(headingOf(one), name)}: ${found}`),
  ]);

const machineOf = ({ result: { machine } }: Named): string =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}`;

/** The machine of most results, and those of the others with their results. */
function machines(results: readonly Named[]): string[] {
  const of = (machine: string) => results.filter((one) => machineOf(one) === machine);
  const [most = '', ...others] = [...new Set(results.map(machineOf))].toSorted(
    (a, b) => of(b).length - of(a).length,
  );
  const exceptions = others.map(
    (machine) =>
      ` Of ${of(machine)
        .map(({ name }) => name)
        .join(', ')}: ${machine}.`,
  );
  return [`Machine: ${most}.${exceptions.join('')}\n`];
}

function section(one: Named): string {
  const { tables, ratios, checks, notes, date, commit, scenario } = one.result;
  const broken = checks.filter(({ holds }) => !holds);
  return [
    `## ${headingOf(one)}`,
    '',
    ...tables.map((table) => tableOf({ ...table, rows: table.rows.slice(0, MOST_ROWS) }, columnsOf(table))),
    ...ratios.map((ratio) => `- ${ratio.name}: ${ratio.value.toFixed(2)} ${goalOf(ratio)}`.trimEnd()),
    ...broken.map(({ name, found }) => `- **fails**: ${name} (${found})`),
    `- ${checks.length - broken.length} of ${checks.length} checks hold`,
    ...notes.map((note) => `- ${note}`),
    '',
    `<sub>${date.slice(0, 10)}, commit ${commit}: \`npm run loadtest -- ${scenario}\`, [${one.name}.json](${one.name}.json)</sub>`,
    '',
  ].join('\n');
}

function columnsOf({ rows }: Table): readonly string[] {
  const all = new Set(rows.flatMap(({ figures }) => Object.keys(figures)));
  return [...all].filter((column) => !ABOUT_THE_GENERATOR.test(column)).slice(0, MOST_COLUMNS);
}

const cell = (value: number | undefined): string => (value === undefined ? '' : formatFigure(value));

function tableOf({ title, rows }: Table, columns: readonly string[]): string {
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
