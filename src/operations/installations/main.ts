import { renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { commandLine } from '../../platform/command-line.ts';
import { CannotStart, messageOf } from '../../platform/errors.ts';
import { isLanguage } from '../../platform/languages.ts';
import { SECOND_MS } from '../../platform/time.ts';
import { type Finished, needsAHand, sorted } from './findings.ts';
import { readInstallations } from './list.ts';
import { lookAtAll } from './look.ts';
import { pageOf } from './page.ts';
import { tableOf } from './table.ts';
import { OVERVIEW_TEXTS } from './texts/index.ts';

const PATIENCE_MS = 10 * SECOND_MS;

const usage = (): string =>
  `${commandLine('overview', 'FILE')} [--wards] [--json] [--html PAGE] [--every SECONDS] [--language de|en]`;

/** docs/operations.md, "Many installations". Exits with 1 if an installation needs a hand, 2 if it cannot look. */
export async function runOverview(args: readonly string[]): Promise<void> {
  try {
    const options = optionsOf(args);
    const interruption = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
    do {
      const looks = sorted(
        await lookAtAll(readInstallations(options.file), { patienceMs: PATIENCE_MS, now: Date.now }),
      );
      show(looks, options);
      process.exitCode = needsAHand(looks) ? 1 : 0;
      if (options.every === 0) return;
    } while (await hasPassed(options.every * SECOND_MS, interruption.signal));
    process.exitCode = 0;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}

/** False if a signal ends the wait. */
const hasPassed = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal }).catch(() => false);

type Options = ReturnType<typeof optionsOf>;

function optionsOf(args: readonly string[]) {
  const { values, positionals } = parsed(args);
  const { wards = false, json = false, html, language } = values;
  const [file] = positionals;
  const every = Number(values.every ?? 0);
  if (file === undefined || positionals.length > 1) throw new CannotStart(`usage: ${usage()}`);
  if (language !== undefined && !isLanguage(language)) throw new CannotStart('--language must be de or en.');
  if (!Number.isInteger(every) || every < 0 || (values.every !== undefined && every < 5) || every > 86_400)
    throw new CannotStart('--every must be a number of seconds from 5 to 86400.');
  return { file, wards, json, html, language, every };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        wards: { type: 'boolean' },
        json: { type: 'boolean' },
        html: { type: 'string' },
        every: { type: 'string' },
        language: { type: 'string' },
      },
    });
  } catch (error) {
    throw new CannotStart(`${messageOf(error)}\nusage: ${usage()}`);
  }
}

function show(looks: readonly Finished[], { wards, json, html, language, every }: Options): void {
  if (html !== undefined) writePage(html, pageOf(looks, { at: new Date(), everySeconds: every, language }));
  if (json) process.stdout.write(`${JSON.stringify(looks)}\n`);
  else if (html === undefined || every === 0)
    process.stdout.write(tableOf(looks, OVERVIEW_TEXTS[language ?? 'en'], wards));
}

/** Whole or not at all: a browser may read it now. */
function writePage(file: string, page: string): void {
  try {
    writeFileSync(`${file}.new`, page);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new CannotStart(`The page was not written: ${messageOf(error)}`);
  }
}
