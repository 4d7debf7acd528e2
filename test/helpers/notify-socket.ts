import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually.ts';

/** systemd's side of sd_notify: a socket that receives datagrams. Node has no such sockets, Python has. */
const RECEIVER = `
import json, socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
receiver.bind(sys.argv[1])
print(json.dumps("bound"), flush=True)
while True: print(json.dumps(receiver.recv(4096).decode()), flush=True)
`;

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

export const WITHOUT_SYSTEMD_NOTIFY =
  process.env.CI === undefined && !(isThere('systemd-notify') && isThere('python3'))
    ? 'systemd-notify or python3 is missing'
    : false;

export interface NotifySocket {
  readonly path: string;
  /** The messages received so far, without those that systemd-notify sends for itself. */
  readonly received: readonly string[];
  /** Waits until this message has arrived so many times. */
  gets(message: string, times?: number): Promise<void>;
  close(): void;
}

export async function openNotifySocket(): Promise<NotifySocket> {
  const folder = mkdtempSync(join(tmpdir(), 'vigil-notify-'));
  const path = join(folder, 'socket');
  const child: ChildProcess = spawn('python3', ['-c', RECEIVER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  if (child.stdout === null) throw new Error('no output');
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as string));
  await eventually('the socket is bound', () => lines.includes('bound'));
  lines.length = 0;
  const received = () => lines.filter((line) => line !== 'BARRIER=1');
  return {
    path,
    get received() {
      return received();
    },
    gets: (message, times = 1) =>
      eventually(
        `${message} arrives`,
        () => received().filter((one) => one.trimEnd() === message).length >= times,
      ),
    close() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
