import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';
import { checkServerIdentity, connect } from 'node:tls';
import { freePort } from '../../loadtest/machine/free-port.ts';
import { eventually } from '../helpers/eventually.ts';
import { inProject } from '../helpers/project.ts';
import { readQr } from '../helpers/qr-blocks.ts';

const PATIENCE_MS = 90_000;
const QUICK = ['--connections', '10', '--no-baselines'];

const LINK = /^ {2}(https:\/\/[\d.]+|https:\/\/localhost):(\d+)\/wear#([\w-]+)$/m;

interface Tool {
  output(): string;
  prints(words: RegExp): Promise<void>;
  interrupt(): void;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

let running: ChildProcess | undefined;

/** As npm runs it. */
const run = (program: string, ...args: string[]): Tool => runWith({}, program, ...args);

function runWith(env: Readonly<Record<string, string>>, program: string, ...args: string[]): Tool {
  const launcher = program.startsWith('firmware-sim/') ? ['scripts/run.mjs'] : ['--import', 'tsx'];
  const child = spawn(process.execPath, [...launcher, program, ...args], {
    cwd: inProject(),
    env: { ...process.env, ...env },
  });
  running = child;
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  return {
    output: () => text,
    prints: (words) => eventually(`${words} in ${text}`, () => words.test(text), PATIENCE_MS),
    interrupt: () => void child.kill('SIGINT'),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

function assertTidy(text: string): void {
  assert.doesNotMatch(text, /^\s+at /m, 'no stack trace');
  // The link for the phone cannot be broken.
  for (const line of text.split('\n')) assert.ok(line.length <= 80 || LINK.test(line), line);
}

/** The link and its QR code lead to HTTPS, by a certificate that names the address. */
async function offersPhone(output: string, httpsPort: string): Promise<void> {
  const [line = '', origin = '', port, code = ''] = LINK.exec(output) ?? [];
  assert.equal(port, httpsPort);
  assert.equal(readQr(output.split('\n')), line.trim());
  const { mac, token, url, broker } = JSON.parse(String(Buffer.from(code, 'base64url')));
  assert.equal(url, `${origin}:${port}`);
  assert.match(mac, /^02(:[0-9A-F]{2}){5}$/);
  assert.ok(token.length > 30);
  assert.equal(new URL(broker).hostname, new URL(url).hostname);
  const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { hostname } = new URL(url);
  const wrong = checkServerIdentity(hostname, socket.getPeerCertificate());
  assert.equal(wrong, undefined, String(wrong));
  socket.destroy();
}

describe('the tools of the README', () => {
  afterEach(() => running?.kill('SIGKILL'));

  it('the demo shows a fall, and Ctrl-C ends it without a stack trace', async () => {
    const [port, httpsPort, mqttPort] = [await freePort(), await freePort(), await freePort()];
    const ports = { PORT: port, TLS_OWN_PORT: httpsPort, MQTT_PORT: mqttPort };
    const demo = runWith(ports, 'firmware-sim/demo.ts');
    await demo.prints(new RegExp(`:${port}\\b`));
    await demo.prints(/(POTENTIAL|HIGH|CONFIRMED) .*fall/i);
    await offersPhone(demo.output(), httpsPort);
    demo.interrupt();
    assert.equal(await demo.ended, 0);
    assert.match(demo.output(), /Stopped\.\n$/);
    assertTidy(demo.output());
  });

  it('a load test measures the compiled service and finds every reading again', async () => {
    const load = run('loadtest/main.ts', 'mqtt', ...QUICK, '--rounds', '1', '--duration', '1s');
    assert.equal(await load.ended, 0, load.output());
    assert.match(load.output(), /holds: every acknowledged reading is stored once/);
    assertTidy(load.output());
  });

  it('Ctrl-C ends a load test, which cleans up and shows no stack trace', async () => {
    const sizes = ['--parts', 'devices', '--devices', '10,20,30,40,50', '--rate', '10', '--duration', '1s'];
    const load = run('loadtest/main.ts', 'growth', ...sizes);
    await load.prints(/p99/);
    load.interrupt();
    assert.equal(await load.ended, 130);
    assertTidy(load.output());
  });

  it('invalid options end in one line that names the option', async () => {
    for (const [program, args, words] of [
      ['firmware-sim/main.ts', ['--devices', '0'], /\n?--devices 0: must be a whole number .*\n$/],
      ['firmware-sim/demo.ts', ['--port', 'x'], /--port x: must be a port .*\n$/],
      ['loadtest/main.ts', ['http', '--rate', 'fast'], /\n--rate fast: must be a whole number\n$/],
      ['loadtest/main.ts', ['smtp'], /\nunknown scenario smtp; there are http, mqtt, /],
      ['detector/evaluate.ts', ['--kind', 'x'], /^--kind x: must be all or one of .*\n$/],
    ] as const) {
      const tool = run(program, ...args);
      assert.equal(await tool.ended, 2);
      assert.match(tool.output(), words);
      assertTidy(tool.output());
    }
  });

  it('the evaluation prints its options with --help', async () => {
    const tool = run('detector/evaluate.ts', '--help');
    assert.equal(await tool.ended, 0);
    assert.match(tool.output(), /npm run evaluate[\s\S]*--data FILE[\s\S]*--through service/);
    assertTidy(tool.output());
  });

  it('without recordings the evaluation lists the available data sets', async () => {
    const tool = run('detector/evaluate.ts', '--data', 'nowhere.ndjson.gz');
    assert.equal(await tool.ended, 2);
    assert.match(tool.output(), /no recordings at nowhere\.ndjson\.gz[\s\S]*WEDA-FALL[\s\S]*UMAFall/);
    assertTidy(tool.output());
  });
});
