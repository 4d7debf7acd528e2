// CPU time of the service on this machine, from /proc. Linux only, and only for processes of the same user.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** In seconds, of the service and of the PostgreSQL that it has started. */
export interface CpuTime {
  readonly service: number;
  readonly database: number;
}

interface Stat {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
  readonly cpu: number;
}

const TICKS_PER_SECOND = 100;
const LISTENING = '0A';

/** Of the processes that listen on the port, and their children; undefined if there are none to be seen. */
export function cpuTimeOf(port: number): CpuTime | undefined {
  const all = processes();
  const ofService = listenersOn(port, all);
  if (ofService.size === 0) return undefined;
  // A child has a higher number than its parent, unless the numbers began again: then a second pass finds it.
  for (let size = 0; size !== ofService.size; ) {
    size = ofService.size;
    for (const { pid, parent } of all) if (ofService.has(parent)) ofService.add(pid);
  }
  const sum = (isDatabase: boolean): number =>
    all
      .filter(({ pid, name }) => ofService.has(pid) && name.startsWith('postgres') === isDatabase)
      .reduce((total, { cpu }) => total + cpu, 0);
  return { service: sum(false), database: sum(true) };
}

function listenersOn(port: number, all: readonly Stat[]): Set<number> {
  const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => socketsOn(port, table)));
  return new Set(
    all.filter(({ pid }) => socketsOf(pid).some((inode) => inodes.has(inode))).map(({ pid }) => pid),
  );
}

/** The inodes of the sockets that listen on the port. */
const socketsOn = (port: number, table: string): string[] =>
  (readIfThere(`/proc/net/${table}`) ?? '').split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === LISTENING && Number.parseInt(local.split(':')[1] ?? '', 16) === port ? [inode] : [];
  });

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

/** Including what ended children have used. */
function processes(): Stat[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = readIfThere(`/proc/${pid}/stat`);
      if (stat === undefined) return [];
      // The name, in brackets, may contain spaces: the fields are counted after it.
      const end = stat.lastIndexOf(')');
      const fields = stat.slice(end + 2).split(' ');
      const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
      const name = stat.slice(stat.indexOf('(') + 1, end);
      return [{ pid: Number(pid), name, parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND }];
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
