// npm run loadtest -- <scenario> [options]
import { cleanUp, cleanUpOnSignals, isEnding } from './machine/clean-up.ts';
import { endProgress, inChapter } from './progress.ts';
import { holds, reportText } from './report.ts';
import { commit, machine, writeResult } from './result-file.ts';
import { wrapped } from './rules/layout.ts';
import { describe, Mistake, parseOptions, path } from './rules/options.ts';
import type { Scenario } from './scenario.ts';
import { SCENARIOS } from './scenarios.ts';

/** Options of every scenario. */
const COMMON = {
  json: path('file for the result, with machine, date and commit'),
};

const NAMES = Object.keys(SCENARIOS).join(', ');

const INTRODUCTION =
  'Starts the compiled service with a temporary database that only this machine can reach, and removes both afterwards. ' +
  'Exits with 1 when a check fails. Times are 30s, 10m, or a number of seconds.';

const EXPLAINS = 'npm run loadtest -- --help explains every option';

/** Width of the terminal; 80 without one. */
const width = (): number => process.stdout.columns ?? 80;

const paragraph = (text: string): string => text.split('\n').flatMap(inWidth).join('\n');
/** Indented lines are a table and are not wrapped. */
const inWidth = (line: string): string[] => (line.startsWith(' ') ? [line] : wrapped(line, width()));

const helpOf = (name: string, { about, options }: Scenario): string =>
  `${paragraph(`${name}: ${about}`)}\n${describe({ ...options, ...COMMON }, width())}`;

const help = (): string =>
  [
    paragraph('usage: npm run loadtest -- SCENARIO [options]'),
    paragraph(INTRODUCTION),
    ...Object.entries(SCENARIOS).map(([name, scenario]) => helpOf(name, scenario)),
  ].join('\n\n');

/** Takes `--json FILE` out of the arguments, in any position; the scenario gets the rest. */
function splitCommon(args: readonly string[]): { json: string | undefined; rest: string[] } {
  const at = args.findIndex((word) => word === '--json' || word.startsWith('--json='));
  if (at === -1) return { json: undefined, rest: [...args] };
  const length = args[at] === '--json' ? 2 : 1;
  const { json } = parseOptions(COMMON, args.slice(at, at + length));
  return { json, rest: [...args.slice(0, at), ...args.slice(at + length)] };
}

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (scenario === undefined) {
    if (!['--help', '-h', 'help'].includes(name)) {
      const mistake = name === '' ? 'no scenario' : `unknown scenario ${name}`;
      throw new Mistake(`${mistake}; there are ${NAMES}`);
    }
    console.log(help());
    return 0;
  }
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(helpOf(name, scenario));
    return 0;
  }
  const { json, rest } = splitCommon(args);
  inChapter(name);
  const from = performance.now();
  const began = { date: new Date().toISOString(), commit: commit(), machine: machine() };
  const { options, report } = await scenario.run(rest);
  endProgress();
  console.log(reportText(report, width()));
  if (json !== undefined) {
    const seconds = Math.round((performance.now() - from) / 1000);
    writeResult(json, { scenario: name, ...began, seconds, options: { ...options }, ...report });
    console.log(`\nwritten to ${json}`);
  }
  return holds(report) ? 0 : 1;
}

/** The message is the last line, directly above the prompt. */
function complain(error: unknown): void {
  if (error instanceof Mistake) console.error(`${EXPLAINS}\n${paragraph(error.message)}`);
  else console.error(error);
}

cleanUpOnSignals();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  endProgress();
  // Processes that were stopped by a signal report errors, which mean nothing.
  if (!isEnding()) complain(error);
  process.exitCode = error instanceof Mistake ? 2 : 1;
} finally {
  await cleanUp();
}
