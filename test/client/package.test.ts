import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'esbuild';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { inProject } from '../helpers/project.ts';
import { installPackedClient, output } from './installed.ts';

const TSC = inProject('node_modules', 'typescript', 'bin', 'tsc');
const STRICT = [
  '--strict',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--target',
  'es2022',
];
const readJson = async (...path: string[]) => JSON.parse(await readFile(inProject(...path), 'utf8'));

describe('the packed client', () => {
  let app: TestApp;
  let folder: string;
  let project: string;
  let tarball: string;
  before(async () => {
    app = await startTestApp({ LOG_LEVEL: 'silent', STREAM_INTERVAL_MS: '0' });
    ({ folder, tarball } = await installPackedClient());
    project = join(folder, 'project');
    await writeFile(join(project, 'program.ts'), await readmeProgram());
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The examples of the README as one program that talks to this service. */
  async function readmeProgram(): Promise<string> {
    const readme = await readFile(inProject('client', 'README.md'), 'utf8');
    return [...readme.matchAll(/```ts\n(.*?)```/gs)]
      .map(([, code = '']) => code)
      .join('\n')
      .replace('http://localhost:3000', app.url)
      .replace('mqtt://localhost:1883', mqttUrl());
  }
  const mqttUrl = () => `mqtt://127.0.0.1:${app.app.ports.mqtt}`;
  const tsc = (...args: string[]) => output(project, process.execPath, [TSC, '--ignoreConfig', ...args]);

  it("has the service's version, its licence and its versions of packages, and cannot be published", async () => {
    const [own, service] = [await readJson('client', 'package.json'), await readJson('package.json')];
    assert.deepEqual(
      [own.version, own.license, own.private, tarball],
      [service.version, service.license, true, `vigil-client-${service.version}.tgz`],
    );
    for (const [name, range] of Object.entries(own.dependencies))
      assert.equal(range, service.dependencies[name], name);
    const readme = await readFile(inProject('client', 'README.md'), 'utf8');
    for (const [shown] of readme.matchAll(/vigil-client-[\d.]+\.tgz/g)) assert.equal(shown, tarball);
  });

  it('runs the code of its README in a plain TypeScript project', async () => {
    const ada = { email: 'ada@example.org', password: 'Secret!123', firstName: 'Ada', lastName: 'Roth' };
    await app.call('POST', '/auth/signup', { body: ada });
    await tsc(...STRICT, '--types', 'node', '--module', 'nodenext', 'program.ts');
    const stdout = await output(project, process.execPath, ['program.js']);
    for (const line of [
      /^Ada is logged in$/m,
      /^400 .+ must .+$/m,
      /^the socket is live$/m,
      /^stored, fall: false$/m,
      /^help is called for, new fall: true$/m,
    ])
      assert.match(stdout, line);
  });

  it('has types for bundlers, in Node and in a page that knows no types of Node', async () => {
    const bundler = [...STRICT, '--noEmit', '--module', 'esnext', '--moduleResolution', 'bundler'];
    await tsc(...bundler, '--types', 'node', 'program.ts');
    const page = `import { createRest, LiveSocket } from 'vigil-client';
      import { CHANNEL_KINDS } from 'vigil-client/channel-kinds';
      const vigil = createRest({ url: location.origin });
      new LiveSocket({ url: location.origin, session: vigil.session, onFrame: () => {} });
      export const label: string = CHANNEL_KINDS.email.label;
      // @ts-expect-error: there is no such path
      vigil.get('/fall');`;
    await writeFile(join(project, 'page.ts'), page);
    await tsc(...bundler, '--types', '', '--lib', 'es2023,dom', '--customConditions', 'browser', 'page.ts');
  });

  it('runs in a plain JavaScript project: log in, lists, live socket, readings by HTTP and MQTT', async () => {
    await copyFile(inProject('test', 'client', 'javascript-project.mjs'), join(project, 'program.mjs'));
    const env = { VIGIL_URL: app.url, VIGIL_MQTT_URL: mqttUrl() };
    assert.deepEqual((await output(project, process.execPath, ['program.mjs'], env)).trim().split('\n'), [
      'logged in: Grace',
      'live',
      'stored by HTTP',
      'help: granted',
      'MQTT: accepted',
      'falls: 1',
    ]);
  });

  it('brings no MQTT and nothing of Node into a page', async () => {
    const { metafile } = await build({
      stdin: { contents: "export * from 'vigil-client';", resolveDir: project },
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'browser',
      absWorkingDir: project,
    });
    const packages = Object.keys(metafile.inputs).flatMap(
      (path) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? [],
    );
    assert.deepEqual([...new Set(packages)].sort(), ['openapi-fetch', 'vigil-client']);
    assert.ok(!Object.keys(metafile.inputs).some((path) => path.endsWith('dist/mqtt.js')));
  });
});
