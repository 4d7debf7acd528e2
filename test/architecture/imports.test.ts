import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';

const ROOT = inProject();

/** The house from the roof down: a room may import from its own floor's room and from rooms below, never from above or beside. */
const FLOORS: readonly (readonly string[])[] = [
  ['src/main.ts', 'src/operations/health-check.ts'],
  ['src/app/instances.ts'],
  ['src/app/app.ts'],
  ['src/app'],
  ['src/transports/http', 'src/transports/ws', 'src/transports/mqtt', 'src/operations/management-server.ts'],
  ['src/stream', 'src/operations'],
  ['src/alerts'],
  ['src/devices'],
  ['src/live'],
  ['src/readings/scoring', 'src/auth', 'src/operations/health.ts', 'src/platform/metrics.ts'],
  ['src/readings/write-monitor.ts'],
  ['src/storage'],
  ['src/coordination'],
  ['src/platform/config/config.ts'],
  ['src/platform/config'],
  ['src/domain'],
  ['src/schemas'],
  [
    'src/platform/batching/periodic.ts',
    'src/platform/batching/concurrency-limit.ts',
    'src/platform/batching/batcher.ts',
    'src/platform/batching/data-loader.ts',
    'src/platform/batching/chunks.ts',
    'src/platform/small-set.ts',
  ],
  ['src/platform/batching/semaphore.ts'],
  ['src/platform/unhandled-errors.ts'],
  [
    'src/platform/errors.ts',
    'src/platform/log.ts',
    'src/platform/time.ts',
    'src/platform/batching/pacing.ts',
    'src/platform/make-folder.ts',
    'src/platform/database/database-url.ts',
  ],
  ['src/platform/error-codes.ts'],
];

/** Outside src/: what else may be imported. */
const OUTSIDERS: Readonly<Record<string, RegExp>> = {
  workers: /^src\/scoring\/(batch|score-batch)\.ts$/,
  // But for the time of one score, which the network would drown, and for what a compiled service must find beside itself.
  loadtest:
    /^(loadtest\/|src\/scoring\/(ring|samples|score|weights|window)\.ts$|scripts\/run-time-files\.ts$)/,
  // Somebody else's program may have it as it is.
  client: /^client\//,
  'firmware-sim': /^(firmware-sim|client)\//,
  // Without what sends readings: a page has no use for an MQTT client.
  web: /^(web\/|client\/(api|live|rest)\.ts$)/,
};

function typescriptFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(ROOT, join(ROOT, dirname(file), path)),
  );
}

const floorOf = (file: string): number =>
  FLOORS.findIndex((rooms) => rooms.some((room) => file === room || file.startsWith(`${room}/`)));

const roomOf = (file: string): string =>
  FLOORS.flat().find((room) => file === room || file.startsWith(`${room}/`)) ?? '';

test('every source file lives in a room of the plan', () => {
  const homeless = typescriptFiles('src').filter((file) => floorOf(file) === -1);
  assert.deepEqual(homeless, []);
});

test('imports run downwards only', () => {
  const wrong = typescriptFiles('src').flatMap((file) =>
    importsOf(file)
      .filter((imported) => roomOf(imported) !== roomOf(file) && floorOf(imported) <= floorOf(file))
      .map((imported) => `${file} imports ${imported}`),
  );
  assert.deepEqual(wrong, []);
});

test('no file imports itself by way of others', () => {
  const files = typescriptFiles('src');
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(cycles, []);
});

test('workers, load tests, the client, the simulator and the console keep to what they may know of the service', () => {
  const wrong = Object.entries(OUTSIDERS).flatMap(([folder, allowed]) =>
    typescriptFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allowed.test(imported))
        .map((imported) => `${file} imports ${imported}`),
    ),
  );
  assert.deepEqual(wrong, []);
});

test('the console puts nothing into a page as HTML', () => {
  const wrong = typescriptFiles('web').filter((file) =>
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );
  assert.deepEqual(wrong, []);
});

test('process.env is read by the configuration alone', () => {
  const readers = typescriptFiles('src').filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
  );
  // main.ts hands the environment over; native-server.ts sets a variable that the native module reads when it loads.
  assert.deepEqual(readers.sort(), [
    'src/operations/health-check.ts',
    'src/main.ts',
    'src/platform/http/native-server.ts',
  ]);
});
