import { cp, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { RUN_TIME_FILES } from '../scripts/run-time-files.ts';

/** Files that are started by their path and so stay separate. */
const PROGRAMS = [
  'src/main.ts',
  'src/operations/health-check.ts',
  'src/platform/database/embedded/embedded-postgres.ts',
  'test/process/prober.ts',
];
/** Every app starts it in a thread, which loads a single small file without a source map in half the time. */
const WORKER = 'workers/score-batch.ts';
/** Packages that load native code or files beside themselves. */
const EXTERNAL = ['argon2', 'axe-core', 'esbuild', 'piscina', 'playwright-core', 'tsx', 'uWebSockets.js'];

/**
 * Bundles the entries, the service and the packages they use into few files: a process loads them in a third
 * of the time that hundreds of single modules take. Types are not checked here: `npm run types` does that.
 * Returns the paths of the bundled entries.
 */
export async function bundle(root: string, folder: string, entries: readonly string[]): Promise<string[]> {
  const common = {
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: EXTERNAL,
    logLevel: 'warning',
  } as const;
  const buildWorker = build({
    ...common,
    entryPoints: [{ in: WORKER, out: WORKER.replace(/\.ts$/, '') }],
    plugins: [keepPlaces(root, folder)],
  });
  const buildTests = build({
    ...common,
    entryPoints: [
      ...entries.map((path) => ({ in: path, out: relative(folder, path).replace(/\.ts$/, '') })),
      ...PROGRAMS.map((path) => ({ in: path, out: path.replace(/\.ts$/, '') })),
    ],
    chunkNames: 'parts/[name]-[hash]',
    splitting: true,
    sourcemap: 'inline',
    sourcesContent: false,
    // CommonJS packages load Node's own modules with it.
    banner: {
      js: "import { createRequire as vigilRequire } from 'node:module'; const require = vigilRequire(import.meta.url);",
    },
    plugins: [keepPlaces(root, folder), leavePackagesOutOfMaps()],
  });
  await Promise.all([buildWorker, buildTests]);
  for (const file of RUN_TIME_FILES) await cp(join(root, file), join(folder, file), { recursive: true });
  return entries.map((entry) => entry.replace(/\.ts$/, '.js'));
}

/**
 * A module that looks for files beside itself finds them where it would lie if it had been compiled
 * separately.
 */
function keepPlaces(root: string, folder: string): Plugin {
  return {
    name: 'keep-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const place = pathToFileURL(join(folder, relative(root, path).replace(/\.ts$/, '.js')));
        return { contents: source.replaceAll('import.meta.url', JSON.stringify(place.href)), loader: 'ts' };
      });
    },
  };
}

/**
 * An empty source map: with the packages in it, each process would take a second to read the map for one
 * stack trace.
 */
const NO_MAP = Buffer.from(JSON.stringify({ version: 3, sources: [''], mappings: 'A' })).toString('base64');

function leavePackagesOutOfMaps(): Plugin {
  return {
    name: 'leave-packages-out-of-maps',
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]node_modules[/\\].*\.[cm]?js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const map = `\n//# sourceMappingURL=data:application/json;base64,${NO_MAP}`;
        return { contents: source + map, loader: 'js' };
      });
    },
  };
}
