// CPU time and memory of processes, from /proc. Linux only; elsewhere the figures are 0.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** CPU time of a process in seconds, optionally with its living children. */
export function cpuSeconds(pid: number, withChildren = false): number {
  const own = statOf(pid);
  if (!withChildren) return own?.cpu ?? 0;
  const children = processIds()
    .map(statOf)
    .filter((stat) => stat?.parent === pid);
  return (own?.cpu ?? 0) + children.reduce((sum, child) => sum + (child?.cpu ?? 0), 0);
}

function statOf(pid: number): { parent: number; cpu: number } | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The command's name, in brackets, may contain spaces: the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
  return { parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND };
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

export function residentBytes(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readIfThere(`/proc/${pid}/status`) ?? '');
  return Number(line?.[1] ?? 0) * 1024;
}

export function openFilesLimit(): number {
  const limit = /Max open files\s+(\d+)/.exec(readIfThere('/proc/self/limits') ?? '');
  return limit === null ? Number.POSITIVE_INFINITY : Number(limit[1]);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
