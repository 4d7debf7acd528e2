import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { RUN_TIME_FILES } from '../../scripts/run-time-files.ts';
import { inProject } from '../helpers/project.ts';

const LAUNCHER = ['run.mjs', 'compile-cache.mjs', 'compile.ts', 'bundle.ts', 'run-time-files.ts'];
const MAIN =
  'export {};\nconsole.log(JSON.stringify([process.argv[1], ...process.argv.slice(2)]), "first");\n';
/** A checkout with small programs, which compile in no time. */
const SOURCES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
  'src/main.ts': MAIN,
  ...Object.fromEntries(RUN_TIME_FILES.filter((file) => file.startsWith('src/')).map((file) => [file, '{}'])),
  'workers/score-batch.ts': '',
  'firmware-sim/main.ts': '',
  'firmware-sim/demo.ts': '',
  'client/clock.ts': '',
  'loadtest/main.ts': '',
  'web/build.ts': '',
  'sql/001-first.sql': '',
};

interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the programs that npm starts', () => {
  let folder: string;
  let cache: string;
  let ownCache: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vigil-checkout-'));
    ownCache = join(folder, 'own-cache');
    cache = join(folder, 'node_modules', '.cache', 'vigil');
    await mkdir(join(folder, 'node_modules'));
    for (const name of ['esbuild', 'tsx'])
      await symlink(inProject('node_modules', name), join(folder, 'node_modules', name));
    for (const name of LAUNCHER)
      await cp(inProject('scripts', name), join(folder, 'scripts', name), { recursive: true });
    for (const [file, source] of Object.entries(SOURCES)) await write(file, source);
  });
  after(() => rm(folder, { recursive: true }));
  beforeEach(() => write('src/main.ts', MAIN));

  async function write(file: string, content: string): Promise<void> {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }

  function launch(...args: string[]) {
    return spawn(process.execPath, ['scripts/run.mjs', 'src/main.ts', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, XDG_CACHE_HOME: ownCache },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async function run(...args: string[]): Promise<Run> {
    const child = launch(...args);
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
      });
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { code, signal, ...output };
  }

  const pathOf = ({ stdout }: Run): string => (JSON.parse(stdout.split(' ')[0] ?? '') as string[])[0] ?? '';

  it('are compiled at the first start only, and get their arguments and a clean argv', async () => {
    const first = await run('--force', 'x');
    assert.equal(first.stderr, '');
    assert.equal(first.code, 0);
    const [key = ''] = await readdir(cache);
    const file = join(cache, key, 'src', 'main.js');
    assert.equal(first.stdout, `${JSON.stringify([file, '--force', 'x'])} first\n`);
    // Only a compilation would write it again.
    await utimes(file, 1, 1);
    assert.equal((await run('--force', 'x')).stdout, first.stdout);
    assert.deepEqual(await readdir(cache), [key]);
    assert.equal((await stat(file)).mtimeMs, 1000);
  });

  it('are compiled again after a change of a source, of SQL or of the packages', async () => {
    await run();
    const before = new Set(await readdir(cache));
    await write('src/main.ts', MAIN.replace('first', 'second'));
    assert.match((await run()).stdout, / second\n/);
    for (const [file, content] of [
      ['sql/002-second.sql', 'SELECT 1'],
      ['package-lock.json', '{ "lockfileVersion": 3 }'],
    ] as const) {
      await write(file, content);
      const path = pathOf(await run());
      assert.ok(
        !before.has(path.slice(cache.length + 1).split('/')[0] ?? ''),
        `${file} has a key of its own`,
      );
    }
    assert.ok((await readdir(join(dirname(pathOf(await run())), '..', 'sql'))).includes('002-second.sql'));
  });

  it('show the lines of the sources in stack traces', async () => {
    await write('src/main.ts', `interface Nothing {}\n\n\nthrow new Error('broken');\n`);
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /src\/main\.ts:4:/);
  });

  it('are compiled again if a file of the cache is damaged', async () => {
    const path = pathOf(await run());
    await writeFile(path, '');
    assert.match((await run()).stdout, / first\n/);
    assert.notEqual(await readFile(path, 'utf8'), '');
  });

  it('start twice at the same time with an empty cache', async () => {
    await rm(cache, { recursive: true });
    const runs = await Promise.all([run(), run(), run()]);
    assert.equal(new Set(runs.map(({ stdout }) => stdout)).size, 1);
    assert.deepEqual(
      runs.map(({ code, stderr }) => ({ code, stderr })),
      runs.map(() => ({ code: 0, stderr: '' })),
    );
    assert.equal((await readdir(cache)).length, 1);
  });

  it('leave few folders behind, and none that a running program needs', async () => {
    await rm(cache, { recursive: true });
    await write('src/main.ts', `console.log('runs'); setInterval(() => {}, 1000);\n`);
    const running = launch();
    await once(running.stdout, 'data');
    const [used = ''] = await readdir(cache);
    for (const word of ['a', 'b', 'c', 'd', 'e']) {
      await utimes(join(cache, used), 1, 1);
      await write('src/main.ts', MAIN.replace('first', word));
      await run();
    }
    const left = await readdir(cache);
    assert.ok(left.includes(used));
    assert.equal(left.length, 5);
    running.kill('SIGKILL');
    await once(running, 'exit');
    await run();
    await write('src/main.ts', MAIN.replace('first', 'f'));
    await run();
    assert.ok(!(await readdir(cache)).includes(used));
    assert.equal((await readdir(cache)).length, 4);
  });

  it('are compiled into the cache of the user if the checkout cannot be written', async () => {
    await rm(cache, { recursive: true });
    await writeFile(cache, 'not a folder');
    const { stdout, stderr, code } = await run();
    assert.equal(stderr, '');
    assert.equal(code, 0);
    assert.ok(stdout.includes(join(ownCache, 'vigil', 'compiled')), stdout);
  });

  it('run from the sources if nothing can be written, with signals and exit codes', async () => {
    await rm(ownCache, { recursive: true });
    await writeFile(ownCache, 'not a folder');
    const { stdout, stderr, code } = await run('x');
    assert.equal(code, 0);
    assert.equal(stdout, `${JSON.stringify([join(folder, 'src/main.ts'), 'x'])} first\n`);
    assert.match(stderr, /^Starts slowly, because nothing could be compiled ahead: .*\n$/);
    await write(
      'src/main.ts',
      `process.on('SIGTERM', () => process.exit(7)); setInterval(() => {}, 1000); console.log('runs');\n`,
    );
    const child = launch();
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [7, null]);
  });
});

describe('the compiled service', () => {
  it('checks a configuration, and has no source that its key leaves out', async () => {
    const program = [inProject('scripts', 'run.mjs'), 'src/main.ts', '--check-config'];
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: tmpdir(), env: {} });
    assert.match(stdout, /^SESSION_DURATION +/m);
    const cache = inProject('node_modules', '.cache', 'vigil');
    const maps = (await readdir(cache, { recursive: true })).filter((file) => file.endsWith('.js.map'));
    assert.ok(maps.length > 0);
    const sources = await Promise.all(
      maps.map(async (file) => {
        const map = JSON.parse(await readFile(join(cache, file), 'utf8')) as { sources: string[] };
        return map.sources.map((source) =>
          relative(inProject(), resolve(dirname(join(cache, file)), source)),
        );
      }),
    );
    const outside = sources
      .flat()
      .filter((file) => !/^(src|client|firmware-sim|loadtest|web|node_modules)\//.test(file));
    assert.deepEqual(outside, []);
  });
});
