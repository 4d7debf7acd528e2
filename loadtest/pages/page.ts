import { formatFigure, type Ratio, type Table } from '../report.ts';
import type { Result } from '../result-file.ts';

export interface Named {
  /** Name of the result file, without extension. */
  readonly name: string;
  readonly result: Result;
}

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

/** One result for each kind of standby; the page shows all their tables. */
const FAILOVER = ['failover', 'failover-asynchronous'];

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
  ['backup', /./, /./, ['seconds']],
  ['packing', /./, /^(bytes|p99)/, ['unpacked', 'packed']],
  ['growth-readings', /./, /^50000000 /, ['against the smallest']],
  ['growth-devices', /./, /^100000 /, ['against the smallest']],
];

const HOW = `- Service, database and load generator share one machine. Trust ratios of one run more than rates.
- CPU is in cores. "Stored" means that the reading was found in the table afterwards.
- At a fixed rate, latency counts from the scheduled time of a reading, so it includes stalls.
`;

/** docs/benchmarks.md: what to expect, beside what else one would use; the result files have everything else. */
export const benchmarksPage = (results: readonly Named[]): string =>
  [
    '# Benchmarks\n',
    '`npm run loadtest -- all` measures and writes the result files in `docs/benchmarks/`, with all figures, options and checks. `npm run benchmarks-doc` generates this page from them, and [Sizing](operations.md#sizing).\n',
    HOW,
    ...machines(results),
    '## Compared with what else you could use\n',
    ...COMPARED.flatMap(([name, title, row, columns]) =>
      tablesOf(results, name, title, row).map((table) =>
        tableOf({ ...table, title: linked(name, table.title) }, columns),
      ),
    ),
    ...notesOf(results, new Set(COMPARED.map(([name]) => name))),
    '## Failover of the database\n',
    ...results
      .filter(({ name }) => FAILOVER.includes(name))
      .flatMap(({ name, result }) =>
        result.tables.map((table) =>
          tableOf({ ...table, title: linked(name, table.title) }, Object.keys(table.rows[0]?.figures ?? {})),
        ),
      ),
    ...notesOf(results, new Set(['failover'])),
    '## What to expect\n',
    '| | |\n|---|---|',
    ...EXPECTED.flatMap(([name, title, row, columns]) =>
      tablesOf(results, name, title, row).flatMap((table) =>
        table.rows.map(
          ({ name: of, figures }) =>
            `| ${linked(name, table.title)}, ${of} | ${columns.map((column) => `${column} ${cell(figures[column])}`).join(', ')} |`,
        ),
      ),
    ),
    '\n## Goals and checks\n',
    `${reached(results)} Results: ${results.map(({ name }) => linked(name, name)).join(', ')}. Not reached:\n`,
    ...results.flatMap(missed),
    '',
  ].join('\n');

const linked = (name: string, text: string): string => `[${text}](benchmarks/${name}.json)`;

const notesOf = (results: readonly Named[], names: ReadonlySet<string>): string[] => [
  ...results
    .filter(({ name }) => names.has(name))
    .flatMap(({ result }) => result.notes.map((note) => `- ${note}`)),
  '',
];

/** The first table of a result with this title, with the rows of this name. */
function tablesOf(results: readonly Named[], name: string, title: RegExp, row: RegExp) {
  return results
    .filter((one) => one.name === name)
    .flatMap((one) => {
      const table = one.result.tables.find((each) => title.test(each.title));
      if (table === undefined) throw new Error(`${name}.json has no table ${title}`);
      const rows = table.rows.filter((each) => row.test(each.name));
      return { ...table, rows };
    });
}

const isMissed = ({ value, goal = 0 }: Ratio): boolean => value < goal;

const missed = ({ name, result: { ratios, checks } }: Named): string[] => [
  ...ratios
    .filter(isMissed)
    .map((ratio) => `- ${linked(name, ratio.name)}: ${ratio.value.toFixed(2)}, goal ≥ ${ratio.goal}`),
  ...checks.filter(({ holds }) => !holds).map((check) => `- ${linked(name, check.name)}: ${check.found}`),
];

function reached(results: readonly Named[]): string {
  const goals = results.flatMap(({ result }) => result.ratios.filter(({ goal }) => goal !== undefined));
  const checks = results.flatMap(({ result }) => result.checks);
  const met = goals.filter((ratio) => !isMissed(ratio)).length;
  const held = checks.filter(({ holds }) => holds).length;
  return `${met} of ${goals.length} goals are reached, ${held} of ${checks.length} checks hold.`;
}

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
