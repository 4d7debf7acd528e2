import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import type { Report } from './report.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
}

export interface Result extends Report {
  readonly scenario: string;
  readonly date: string;
  readonly seconds: number;
  readonly commit: string;
  readonly machine: Machine;
  readonly options: Readonly<Record<string, unknown>>;
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${distribution()} ${release()}`,
  node: process.version,
});

function distribution(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? platform();
  } catch {
    return platform();
  }
}

/** The commit, with a `+` if the working tree has changes; empty outside a repository. */
export function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    // Changed results do not count as changes.
    const changed = git('status', '--porcelain', '--', '.', ':!docs/benchmarks*') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
  } catch {
    return '';
  }
}

export function writeResult(file: string, result: Result): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
}
