import { readdir, readlink } from 'node:fs/promises';

/** Signals all processes of a PostgreSQL: each has its data folder as its working directory. */
export async function signalFolder(folder: string, signal: NodeJS.Signals): Promise<void> {
  // Processes end and begin meanwhile.
  for (const signalled = new Set<number>(); ; ) {
    const others = (await processesIn(folder)).filter((pid) => !signalled.has(pid));
    if (others.length === 0) return;
    for (const pid of others) signalTo(pid, signal);
    for (const pid of others) signalled.add(pid);
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function processesIn(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (directory.startsWith(folder)) found.push(Number(pid));
  }
  return found;
}
