import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { inProject } from '../helpers/project.ts';
import { MODULES } from './modules.ts';
import { assertNone } from './remedy.ts';

const ROOT = inProject();

/** Imports that folders outside src/ may use. */
const OUTSIDERS: Readonly<Record<string, RegExp>> = {
  workers: /^src\/readings\/scoring\/(batch|score-batch)\.ts$/,
  // Exceptions: files beside a compiled service; the default settings named in the benchmark pages; who is no resident.
  loadtest: /^(loadtest\/|src\/(readings\/settings|accounts\/vocabulary)\.ts$|scripts\/run-time-files\.ts$)/,
  // It runs the networks in process, reads judged falls from the database and uses the charts of the benchmark pages.
  detector:
    /^(detector\/|src\/readings\/(scoring\/|vocabulary\.ts$|store\/feedback\.ts$)|src\/app\/(config|database)\.ts$|src\/falls\/(raise\/episode|reports\/evaluation)\.ts$|src\/response\/(vocabulary|limits\/sensitivity)\.ts$|src\/platform\/(database\/database|errors|log-odds)\.ts$)/,
  // The client must work in other programs unchanged.
  client: /^client\//,
  // Exception: the sizing that it is compared with, which imports nothing of the service.
  'firmware-sim': /^((firmware-sim|client)\/|loadtest\/(rules\/(cells|sizing)|pages\/(costs|results))\.ts$)/,
  // Without MQTT: no page needs its client.
  // The type of the error codes: each has a text in every language.
  web: /^(web\/|client\/(api|channel-kinds|hold|live|rest|wearable)\.ts$|src\/platform\/error-codes\.ts$)/,
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

const moduleOf = (file: string): string => file.split('/')[1] ?? '';

test('every source file is in a module', () => {
  const strays = typescriptFiles('src').filter((file) => !MODULES.includes(moduleOf(file)));
  assertNone(
    strays,
    'Move the file into the folder of a module, or list the new module in test/architecture/modules.ts and docs/architecture.md.',
  );
});

test('a module imports modules on its left only', () => {
  const wrong = typescriptFiles('src').flatMap((file) =>
    importsOf(file)
      .filter((imported) => MODULES.indexOf(moduleOf(imported)) > MODULES.indexOf(moduleOf(file)))
      .map((imported) => `${file} imports ${imported}`),
  );
  assertNone(
    wrong,
    'Declare what you need as a type of your own and let src/app/ pass it, or move the code to the module on the right.',
  );
});

/** The schemas of network messages: schemas of other modules repeat them. */
const isSchema = (file: string): boolean =>
  /^src\/[\w-]+\/(?:[\w-]+\/)?(?:schema|[\w-]+-schema)\.ts$/.test(file) ||
  /^src\/[\w-]+\/schema\/[\w-]+\.ts$/.test(file);

/** docs/architecture.md, "Modules": words and pure rules that several modules use. Such a file does nothing by itself. */
const isVocabulary = (file: string): boolean =>
  /^src\/notify\/texts\/\w+\.ts$/.test(file) ||
  /^src\/[\w-]+\/(?:cluster-events|health-score|permissions|person|limits\/sensitivity|raise\/episode|reach\/reachability|role-fields|vocabulary)\.ts$/.test(
    file,
  );

/**
 * Of a module; of the record of a fall: `falls/` writes it, and `response/` locks and joins it in every statement; of what
 * modules that send messages need of `notify/`.
 */
const isIndex = (file: string): boolean =>
  /^src\/(?:[\w-]+|response\/fall|notify\/channels)\/index\.ts$/.test(file);

/** The files that other modules may import; of the settings, the type of their values. */
const isDoor = (file: string): boolean =>
  isIndex(file) || /^src\/[\w-]+\/settings\.ts$/.test(file) || isSchema(file) || isVocabulary(file);

test('vocabulary files import nothing but the platform and vocabulary', () => {
  const wrong = typescriptFiles('src')
    .filter(isVocabulary)
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => moduleOf(imported) !== 'platform' && !isVocabulary(imported))
        .map((imported) => `${file} imports ${imported}`),
    );
  assertNone(wrong, 'Move what needs other code out of the vocabulary file.');
});

/** The names that a module's index may export: about a dozen. A number here may shrink, not grow. */
const MOST_NAMES: Readonly<Record<string, number>> = {
  accounts: 20,
  people: 31,
  live: 14,
  notify: 17,
  'notify/channels': 20,
  response: 29,
  'response/fall': 18,
  falls: 9,
  devices: 18,
  readings: 6,
  overview: 1,
};

const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^type /, '')
        .replace(/ as .*/, ''),
    )
    .filter((name) => name !== '');

test('an index exports few names, each of which another module imports', () => {
  const files = typescriptFiles('src');
  for (const index of files.filter(isIndex)) {
    const source = readFileSync(join(ROOT, index), 'utf8');
    const exported = [...source.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, list = '']) =>
      namesIn(list),
    );
    const most = MOST_NAMES[index.slice('src/'.length, -'/index.ts'.length)] ?? 12;
    assert.ok(
      exported.length <= most,
      `${index} exports ${exported.length} names, at most ${most}: let src/app/ pass what one other file alone needs`,
    );
    assert.doesNotMatch(source, /export \*/, `${index}: list the names that it exports`);
    const imported = new Set(
      files
        // The app may import any file, so what it alone needs is in no index.
        .filter((file) => !['app', 'main.ts'].includes(moduleOf(file)))
        .flatMap((file) =>
          [
            ...readFileSync(join(ROOT, file), 'utf8').matchAll(
              /import (?:type )?\{([^}]*)\} from '(\.[^']+)'/g,
            ),
          ]
            .filter(([, , path = '']) => relative(ROOT, join(ROOT, dirname(file), path)) === index)
            .flatMap(([, list = '']) => namesIn(list)),
        ),
    );
    assert.deepEqual(
      exported.filter((name) => !imported.has(name)),
      [],
      `${index}: no other module imports these, remove them`,
    );
  }
});

test('a module is imported through its index.ts, its schema or its vocabulary', () => {
  const wrong = typescriptFiles('src')
    // The platform is a library of single files; the app wires modules, and nothing imports it.
    .filter((file) => !['app', 'main.ts'].includes(moduleOf(file)))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => moduleOf(imported) !== moduleOf(file) && moduleOf(imported) !== 'platform')
        .filter((imported) => !isDoor(imported))
        .map((imported) => `${file} imports ${imported}`),
    );
  assertNone(wrong, "Export the name from the module's index.ts, or let src/app/ pass it.");
});

test('no file imports its own module through index.ts', () => {
  const wrong = typescriptFiles('src').flatMap((file) =>
    importsOf(file)
      .filter((imported) => imported === `src/${moduleOf(file)}/index.ts`)
      .map((imported) => `${file} imports ${imported}`),
  );
  assertNone(wrong, 'Import the file itself.');
});

test('no file imports itself through other files', () => {
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
  assertNone(cycles, 'Move what both files need into a third one.');
});

test('only the adapter of Aedes imports it, so that another broker can take its place', () => {
  const knowing = typescriptFiles('src').filter((file) =>
    /(?:from|import\()\s*'(aedes|mqemitter|mqtt-packet)\b/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.deepEqual(
    [...new Set(knowing.map(dirname))],
    ['src/platform/mqtt/aedes'],
    'Use the interface of src/platform/mqtt/broker.ts.',
  );
});

test('workers, load tests, detector, client, simulator and console import only what they may', () => {
  const wrong = Object.entries(OUTSIDERS).flatMap(([folder, allowed]) =>
    typescriptFiles(folder).flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allowed.test(imported))
        .map((imported) => `${file} imports ${imported}`),
    ),
  );
  assertNone(
    wrong,
    'Speak to the service over the network, by client/, or move shared code to a folder that OUTSIDERS allows.',
  );
});

test('the console inserts nothing into a page as HTML', () => {
  const wrong = typescriptFiles('web').filter((file) =>
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  );
  assertNone(wrong, 'Build elements with Preact.');
});

test('only the configuration reads process.env', () => {
  const readers = typescriptFiles('src').filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
  );
  // main.ts passes the environment on; native-server.ts sets a variable that the native module reads when it loads. The
  // variables of systemd and of the packages' command are not settings.
  const allowed = [
    'src/main.ts',
    'src/operations/health-check.ts',
    'src/platform/command-line.ts',
    'src/platform/http/native-server.ts',
    'src/platform/service-manager.ts',
  ];
  assert.deepEqual(readers.sort(), allowed, "Read a setting: a row of the module's settings.ts.");
});
